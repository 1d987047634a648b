package org.latencyprobes.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.cli.live.LiveView;

final class WatchedJvmTest {

    /** Says nobody has taken a JVM, as it looks to one who asks just before another takes it. */
    private static final class Late extends HashSet<Long> {

        private static final long serialVersionUID = 1;

        Late(Set<Long> taken) {
            super(taken);
        }

        @Override
        public boolean contains(Object pid) {
            return false;
        }
    }

    @Test
    void callsThatHaveNotReturnedAreSaidOfTheJvm() {
        LiveView view = new LiveView(
                new SnapshotFacts(1, 0, 1, 0, 0, 0, 0, 7, null, "Shop", "17", "1", 0, 0, 0),
                "",
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of("1 call of a\u001b has not returned", "1 call of " + "b".repeat(1_000)),
                0.0042);
        assertThat(WatchedJvm.summary(view))
                .startsWith("Java 17, overhead 0.0042 % of a core; 1 call of a\\u001b has not returned; 1 call of bb")
                .endsWith("bb…")
                .hasSizeLessThan(500);
    }

    @Test
    void aJvmThatAnotherTakesAtTheSameTimeIsLeftToIt() {
        Set<Long> taken = new Late(Set.of(8L));
        assertThat(WatchedJvm.take(List.of(8L, 7L, 6L), taken)).isEqualTo(7L);
        assertThat(WatchedJvm.take(List.of(8L, 7L), taken)).isNull();
        assertThat(taken).containsExactlyInAnyOrder(7L, 8L);
    }
}
