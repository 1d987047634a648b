package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.NanoTimeClock;

final class LowestCostsTest {

    private final Clock clock = new NanoTimeClock();
    private final LowestCosts costs = new LowestCosts();

    @Test
    void theLowestOfEachIsKept() {
        costs.add(clock, new ModeCosts(90, 36));
        costs.add(clock, new ModeCosts(40, 5));
        costs.add(clock, new ModeCosts(39, 4));
        costs.add(clock, new ModeCosts(400, 50)); // on a busy machine
        assertThat(costs.lowest()).isEqualTo(new ModeCosts(39, 4));
    }

    @Test
    void theyAreSettledOnceTwoAgree() {
        costs.add(clock, new ModeCosts(90, 36));
        assertThat(costs.isSettled()).isFalse();
        costs.add(clock, new ModeCosts(88, 5));
        assertThat(costs.isSettled()).isFalse();
        costs.add(clock, new ModeCosts(40, 5));
        assertThat(costs.isSettled()).isFalse();
        costs.add(clock, new ModeCosts(42, 4.5));
        assertThat(costs.isSettled()).isTrue();
    }

    @Test
    void anotherClockHasCostsOfItsOwn() {
        costs.add(clock, new ModeCosts(40, 5));
        costs.add(clock, new ModeCosts(40, 5));
        costs.add(new NanoTimeClock(), new ModeCosts(70, 6));
        assertThat(costs.lowest()).isEqualTo(new ModeCosts(70, 6));
        assertThat(costs.isSettled()).isFalse();
    }
}
