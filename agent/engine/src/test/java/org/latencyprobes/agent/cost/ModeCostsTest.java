package org.latencyprobes.agent.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Mode;

final class ModeCostsTest {

    private final ModeCosts costs = new ModeCosts(60, 4);

    @Test
    void stepsDownTimeFewerCalls() {
        assertThat(ModeCosts.cheaper(Mode.ON)).isEqualTo(Mode.sampled(16));
        assertThat(ModeCosts.cheaper(Mode.sampled(2))).isEqualTo(Mode.sampled(16));
        assertThat(ModeCosts.cheaper(Mode.sampled(300))).isEqualTo(Mode.COUNTED);
        assertThat(ModeCosts.cheaper(Mode.COUNTED)).isEqualTo(Mode.OFF);
    }

    @Test
    void stepsUpEndAtTheTop() {
        assertThat(ModeCosts.costlier(Mode.OFF, Mode.ON)).isEqualTo(Mode.COUNTED);
        assertThat(ModeCosts.costlier(Mode.COUNTED, Mode.ON)).isEqualTo(Mode.sampled(256));
        assertThat(ModeCosts.costlier(Mode.sampled(256), Mode.sampled(100))).isEqualTo(Mode.sampled(100));
        assertThat(ModeCosts.costlier(Mode.sampled(16), Mode.ON)).isEqualTo(Mode.ON);
    }

    @Test
    void callsTakeNoMoreThanThereWas() {
        assertThat(costs.within(2e9, 1_000, 1_000_000)).isSameAs(costs);
        assertThat(costs.within(2e9, 0, 2_000_000_000)).isEqualTo(new ModeCosts(15, 1));
        assertThat(costs.within(2e9, 0, 0)).isSameAs(costs);
        assertThat(costs.within(0, 0, 2_000_000_000)).as("not known").isSameAs(costs);
    }
}
