package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of watches for the loading of classes. */
final class ClassWatchesTest {

    private static final String NAME = "a/Name";

    private long nowNanos = Long.MAX_VALUE; // nanoTime may wrap around
    private final ClassWatches watches = new ClassWatches(() -> nowNanos);
    private final ClassWatch watch = watches.add(NAME);

    @Test
    void aClassIsToldOnce() {
        watches.look("another/Name");
        assertThat(watch.takeSeen()).isFalse();
        watches.look(NAME);
        assertThat(watch.takeSeen()).isTrue();
        assertThat(watch.takeSeen()).isFalse();
    }

    @Test
    void oneThatWasBeingLoadedWhenTheWatchBeganMayBeThereLater() {
        nowNanos += ClassWatch.LOADING_NANOS - 1;
        assertThat(watch.takeSeen()).isFalse();
        nowNanos++;
        assertThat(watch.takeSeen()).isTrue();
        assertThat(watch.takeSeen()).isFalse();
    }

    @Test
    void aWatchThatWasRemovedSeesNothing() {
        watches.remove(watch);
        watches.look(NAME);
        assertThat(watch.takeSeen()).isFalse();
    }
}
