package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripesTest {

    private static final Set<Integer> ALL =
            IntStream.range(0, Stripes.COUNT).boxed().collect(Collectors.toSet());

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4", "3, 8", "4, 8", "6, 8", "8, 8", "9, 16", "128, 16"})
    void stripesAreTwiceTheProcessorsUpToFourOfThem(int processors, int stripes) {
        assertThat(Stripes.countFor(processors)).isEqualTo(stripes);
    }

    @Test
    void threadStaysOnItsStripe() {
        int stripe = Stripes.stripeOf(Stripes.entryOf(Thread.currentThread()));
        assertThat(Stripes.stripeOf(Stripes.entryOf(Thread.currentThread()))).isEqualTo(stripe);
    }

    @Test
    void threadsStartedOneAfterAnotherUseAllStripes() throws InterruptedException {
        Set<Integer> stripes = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 2 * Stripes.COUNT; i++) {
            Thread thread = new Thread(() -> stripes.add(Stripes.stripeOf(Stripes.entryOf(Thread.currentThread()))));
            thread.start();
            thread.join();
        }
        assertThat(stripes).isEqualTo(ALL);
    }

    @Test
    void entryThatIsMovedOnMeetsEachStripeInTurn() {
        Set<Integer> stripes = IntStream.range(0, Stripes.COUNT)
                .map(turn -> Stripes.leave(Stripes.entryOf(Thread.currentThread())))
                .boxed()
                .collect(Collectors.toSet());
        assertThat(stripes).isEqualTo(ALL);
    }

    @Test
    void entryIsOnStripeItWasMovedTo() {
        int stripe = Stripes.leave(Stripes.entryOf(Thread.currentThread()));
        assertThat(Stripes.stripeOf(Stripes.entryOf(Thread.currentThread()))).isEqualTo(stripe);
    }
}
