package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.clock.NanoTimeClock;

final class LowestPricesTest {

    private final Clock clock = new NanoTimeClock();
    private final LowestPrices prices = new LowestPrices();

    @Test
    void theLowestOfEachIsKept() {
        prices.add(clock, new ModePrices(90, 36));
        prices.add(clock, new ModePrices(40, 5));
        prices.add(clock, new ModePrices(39, 4));
        prices.add(clock, new ModePrices(400, 50)); // on a busy machine
        assertThat(prices.lowest()).isEqualTo(new ModePrices(39, 4));
    }

    @Test
    void theyAreSettledOnceTwoAgree() {
        prices.add(clock, new ModePrices(90, 36));
        assertThat(prices.isSettled()).isFalse();
        prices.add(clock, new ModePrices(88, 5));
        assertThat(prices.isSettled()).isFalse();
        prices.add(clock, new ModePrices(40, 5));
        assertThat(prices.isSettled()).isFalse();
        prices.add(clock, new ModePrices(42, 4.5));
        assertThat(prices.isSettled()).isTrue();
    }

    @Test
    void anotherClockHasPricesOfItsOwn() {
        prices.add(clock, new ModePrices(40, 5));
        prices.add(clock, new ModePrices(40, 5));
        prices.add(new NanoTimeClock(), new ModePrices(70, 6));
        assertThat(prices.lowest()).isEqualTo(new ModePrices(70, 6));
        assertThat(prices.isSettled()).isFalse();
    }
}
