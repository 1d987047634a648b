package org.latencyprobes.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanesTest {

    private static final Set<Integer> ALL =
            IntStream.range(0, Lanes.COUNT).boxed().collect(Collectors.toSet());

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4", "3, 8", "4, 8", "6, 8", "8, 8", "9, 16", "128, 16"})
    void lanesAreTwiceTheProcessorsUpToFourOfThem(int processors, int lanes) {
        assertThat(Lanes.countFor(processors)).isEqualTo(lanes);
    }

    @Test
    void threadStaysOnItsLane() {
        int lane = Lanes.laneOf(Lanes.entryOf(Thread.currentThread()));
        assertThat(Lanes.laneOf(Lanes.entryOf(Thread.currentThread()))).isEqualTo(lane);
    }

    @Test
    void threadsStartedOneAfterAnotherUseAllLanes() throws InterruptedException {
        Set<Integer> lanes = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 2 * Lanes.COUNT; i++) {
            Thread thread = new Thread(() -> lanes.add(Lanes.laneOf(Lanes.entryOf(Thread.currentThread()))));
            thread.start();
            thread.join();
        }
        assertThat(lanes).isEqualTo(ALL);
    }

    @Test
    void entryThatIsMovedOnMeetsEachLaneInTurn() {
        Set<Integer> lanes = IntStream.range(0, Lanes.COUNT)
                .map(turn -> Lanes.leave(Lanes.entryOf(Thread.currentThread())))
                .boxed()
                .collect(Collectors.toSet());
        assertThat(lanes).isEqualTo(ALL);
    }

    @Test
    void entryIsOnLaneItWasMovedTo() {
        int lane = Lanes.leave(Lanes.entryOf(Thread.currentThread()));
        assertThat(Lanes.laneOf(Lanes.entryOf(Thread.currentThread()))).isEqualTo(lane);
    }
}
