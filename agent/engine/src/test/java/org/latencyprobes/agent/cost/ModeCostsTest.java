package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ModeCostsTest {

    private final ModeCosts costs = new ModeCosts(60, 4);

    @Test
    void callsTakeNoMoreThanThereWas() {
        assertThat(costs.within(2e9, 1_000, 1_000_000)).isSameAs(costs);
        assertThat(costs.within(2e9, 0, 2_000_000_000)).isEqualTo(new ModeCosts(15, 1));
        assertThat(costs.within(2e9, 0, 0)).isSameAs(costs);
        assertThat(costs.within(0, 0, 2_000_000_000)).as("not known").isSameAs(costs);
    }
}
