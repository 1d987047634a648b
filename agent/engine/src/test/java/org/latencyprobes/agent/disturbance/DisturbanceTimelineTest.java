package org.latencyprobes.agent.disturbance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.explain.Disturbance;
import org.latencyprobes.explain.DisturbanceKind;

final class DisturbanceTimelineTest {

    /** Just before the time of the JVM wraps around. */
    private static final long ORIGIN = Long.MAX_VALUE - 50;

    private final DisturbanceTimeline timeline = new DisturbanceTimeline();

    private void add(DisturbanceKind kind, long start, long end) {
        timeline.add(kind, ORIGIN + start, ORIGIN + end);
    }

    private int kinds(long from, long to) {
        return timeline.kinds(ORIGIN + from, ORIGIN + to);
    }

    private static int bit(DisturbanceKind kind) {
        return 1 << kind.ordinal();
    }

    @Test
    void thoseOfOneKindThatMeetAreOne() {
        add(DisturbanceKind.MODE, 0, 100);
        add(DisturbanceKind.COMPILATION, 50, 60);
        add(DisturbanceKind.MODE, 100, 200);
        add(DisturbanceKind.MODE, 120, 150);
        add(DisturbanceKind.MODE, 201, 300);
        assertThat(timeline.recorded()).isEqualTo(3);
        assertThat(timeline.between(ORIGIN, ORIGIN + 300))
                .containsExactly(
                        new Disturbance(DisturbanceKind.MODE, ORIGIN, 200),
                        new Disturbance(DisturbanceKind.COMPILATION, ORIGIN + 50, 10),
                        new Disturbance(DisturbanceKind.MODE, ORIGIN + 201, 99));
    }

    @Test
    void aCallHasTheKindsThatItsTimeOverlaps() {
        add(DisturbanceKind.REDEFINITION, 10, 20);
        add(DisturbanceKind.COMPILATION, 15, 30);
        assertThat(kinds(0, 10)).isZero();
        assertThat(kinds(30, 40)).isZero();
        assertThat(kinds(0, 11)).isEqualTo(bit(DisturbanceKind.REDEFINITION));
        assertThat(kinds(18, 90)).isEqualTo(bit(DisturbanceKind.REDEFINITION) | bit(DisturbanceKind.COMPILATION));
    }

    @Test
    void onlyThePartInTheTimeIsTold() {
        add(DisturbanceKind.MODE, 0, 100);
        assertThat(timeline.between(ORIGIN + 20, ORIGIN + 70))
                .containsExactly(new Disturbance(DisturbanceKind.MODE, ORIGIN + 20, 50));
        assertThat(timeline.between(ORIGIN + 100, ORIGIN + 170)).isEmpty();
    }

    @Test
    void theOldestGiveWay() {
        add(DisturbanceKind.ATTACH, 0, 1);
        for (int i = 1; i <= DisturbanceTimeline.CAPACITY; i++) {
            add(DisturbanceKind.MODE, 10 * i, 10 * i + 1);
        }
        add(DisturbanceKind.ATTACH, 1, 2);
        assertThat(kinds(0, 1)).isZero();
        assertThat(kinds(1, 2)).isEqualTo(bit(DisturbanceKind.ATTACH));
        assertThat(timeline.between(ORIGIN, ORIGIN + 1_000_000)).hasSize(DisturbanceTimeline.CAPACITY);
    }
}
