package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.internal.histogram.SeriesReader;

/** What becomes of the looking for stalls where the JVM is out of memory. */
final class StallSamplerTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** Sleeps of a minute. */
    private static final int MANY = 60_000;

    private final StallTimeline timeline = new StallTimeline();
    private int afterSleeps;
    private boolean isOut;
    private long nowNanos = -7;

    private final StallSampler sampler =
            new StallSampler(null, timeline, new ThreadTimes(() -> null, null), () -> 0, () -> afterSleeps++) {
                @Override
                JvmCounters counters(List<String> found) {
                    return new Counters();
                }

                @Override
                SystemCounters systemCounters() {
                    return new SystemCounters(null, null, null, null);
                }

                @Override
                long nanoTime() {
                    return nowNanos;
                }
            };

    private final class Counters implements JvmCounters {

        @Override
        public int collectors() {
            return 0;
        }

        @Override
        public boolean hasSafepoints() {
            return false;
        }

        @Override
        public void read(CounterReading into) {
            if (isOut) {
                throw new OutOfMemoryError("Java heap space");
            }
        }

        @Override
        public boolean mayWaitForMemory() {
            return false;
        }
    }

    private void sleep(long millis) {
        long startNanos = nowNanos;
        nowNanos += millis * MILLI;
        sampler.slept(MILLI, startNanos, nowNanos);
    }

    /** Sleeps until it watches again, or a minute is over. */
    private void sleepUntilWatched() {
        for (int i = 0; i < MANY && !timeline.isWatched(); i++) {
            sleep(1);
        }
    }

    @Test
    void allKindsAreThereBeforeTheirFirstStall() {
        sampler.begin();
        Set<String> kinds = new HashSet<>();
        new SeriesReader().read(series -> {
            if (series.isJitter() && series.name().equals(StallSampler.PROBE)) {
                kinds.add(series.tags().get(StallSampler.KIND));
            }
        });
        assertThat(kinds)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(StallKind.values()).map(StallKind::label).toList());
    }

    @Test
    void itIsGoneOnWithAfterAWhile() {
        sampler.begin();
        sleep(1);
        isOut = true;
        sleep(1);
        isOut = false;
        assertThat(timeline.isWatched()).isFalse();
        sleepUntilWatched();
        assertThat(timeline.isWatched()).isTrue();
        sleep(50);
        sleep(1);
        assertThat(timeline.recorded()).isEqualTo(1);
        sampler.end();
    }

    @Test
    void itBeginsLaterWhereThereWasNoMemoryAtFirst() {
        isOut = true;
        sampler.begin();
        assertThat(timeline.isWatched()).isFalse();
        isOut = false;
        sleepUntilWatched();
        assertThat(timeline.isWatched()).isTrue();
        sampler.end();
    }

    @Test
    void itIsGivenUpWhereThatGoesOn() {
        sampler.begin();
        isOut = true;
        for (int i = 0; i < MANY; i++) {
            sleep(1);
        }
        isOut = false;
        int before = afterSleeps;
        sleepUntilWatched();
        assertThat(timeline.isWatched()).isFalse();
        assertThat(sampler.sources()).isEqualTo("failed: OutOfMemoryError: Java heap space");
        assertThat(afterSleeps).isEqualTo(before);
        sampler.end();
    }
}
