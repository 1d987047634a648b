package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of watches for the loading of classes. */
final class ClassWatchesTest {

    private static final String NAME = "a/Name";

    private final ClassWatches watches = new ClassWatches();
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
    void aWatchThatWasRemovedSeesNothing() {
        watches.remove(watch);
        watches.look(NAME);
        assertThat(watch.takeSeen()).isFalse();
    }
}
