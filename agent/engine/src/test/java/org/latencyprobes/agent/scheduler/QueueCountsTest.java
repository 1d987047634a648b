package org.latencyprobes.agent.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class QueueCountsTest {

    private final QueueCounts counts = new QueueCounts();

    private void add(long... lengths) {
        for (long length : lengths) {
            counts.add(length);
        }
    }

    private static void assertCounts(QueueCounts counts, long samples, long waiting, long longest) {
        assertThat(counts.samples()).isEqualTo(samples);
        assertThat(counts.waiting()).isEqualTo(waiting);
        assertThat(counts.longest()).isEqualTo(longest);
    }

    @Test
    void countsSamplesAndThoseInWhichThreadsWaited() {
        add(0, 3, 0, 1, 70);
        assertCounts(counts, 5, 3, 70);
    }

    @Test
    void lengthsThatAreNotKnownAreNoSamples() {
        add(-1, 2);
        assertCounts(counts, 1, 1, 2);
    }

    @Test
    void aDifferenceHasWhatCameBetweenAndNoMoreThanTwiceTheLongest() {
        add(70, 0);
        QueueCounts earlier = counts.minus(null);
        assertCounts(counts.minus(earlier), 0, 0, 0);
        add(5, 0, 0);
        assertCounts(counts.minus(earlier), 3, 1, 7);
        add(100);
        assertCounts(counts.minus(earlier), 4, 2, 100);
        assertCounts(earlier, 2, 1, 70);
    }

    @Test
    void aCopyOfAllIsExact() {
        add(70);
        assertCounts(counts.minus(null), 1, 1, 70);
    }

    @Test
    void takesAnyLength() {
        add(Long.MAX_VALUE);
        assertCounts(counts.minus(new QueueCounts()), 1, 1, Long.MAX_VALUE);
    }
}
