package org.latencyprobes.agent.cost;

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
        assertThat(costs.lowest(clock)).isEqualTo(new ModeCosts(39, 4));
    }

    @Test
    void theyAreSettledOnceTwoAgree() {
        costs.add(clock, new ModeCosts(90, 36));
        assertThat(costs.isSettled(clock)).isFalse();
        costs.add(clock, new ModeCosts(88, 5));
        assertThat(costs.isSettled(clock)).isFalse();
        costs.add(clock, new ModeCosts(40, 5));
        assertThat(costs.isSettled(clock)).isFalse();
        costs.add(clock, new ModeCosts(42, 4.5));
        assertThat(costs.isSettled(clock)).isTrue();
    }

    /** As seen with JDK 25 on a busy machine. */
    @Test
    void thoseOfCodeThatWaitsForTheCompilerAreNotSettledThoughTheyAgree() {
        costs.add(clock, new ModeCosts(150, 91));
        costs.add(clock, new ModeCosts(144, 90));
        costs.add(clock, new ModeCosts(141, 91));
        assertThat(costs.isSettled(clock)).isFalse();
        for (int run = 0; run < 20; run++) {
            costs.add(clock, new ModeCosts(141, 91));
        }
        assertThat(costs.isSettled(clock)).as("so it is on this machine").isTrue();
    }

    @Test
    void anotherClockHasCostsOfItsOwn() {
        Clock other = new NanoTimeClock();
        costs.add(clock, new ModeCosts(40, 5));
        costs.add(clock, new ModeCosts(40, 5));
        assertThat(costs.isSettled(other)).isFalse();
        assertThat(costs.lowest(other)).isNull();
        costs.add(other, new ModeCosts(70, 6));
        assertThat(costs.lowest(other)).isEqualTo(new ModeCosts(70, 6));
        assertThat(costs.isSettled(other)).isFalse();
    }
}
