package org.latencyprobes.cli.why.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

final class PoolUsesTest {

    private static final long MILLI = 1_000_000;
    private static final long LOOK = 20 * MILLI;
    private static final long ME = 7;

    private final PoolUses uses = new PoolUses();

    private static Holder user(long id, String place) {
        return new Holder("exec-" + id, id, place);
    }

    private void add(Holder user, long fromMillis, long toMillis) {
        uses.add(user, new Span(fromMillis * MILLI, toMillis * MILLI));
    }

    /** Ms of a wait from 1,000 to 1,100 ms, of which the last one was late, by user. */
    private Map<Holder, Long> parts() {
        uses.sort();
        Map<Holder, Long> millis = new LinkedHashMap<>();
        long at = 1_000 * MILLI;
        long late = 0;
        for (Wait part : uses.parts(new Wait(WaitKind.PARK, ME, at, 100 * MILLI, MILLI, "it", "Here.there"), LOOK)) {
            assertThat(part.startNanos()).isEqualTo(at);
            at += part.nanos();
            late += part.lateNanos();
            if (part.nanos() > 0) {
                millis.merge(part.holder(), part.nanos() / MILLI, Long::sum);
            }
        }
        assertThat(at).isEqualTo(1_100 * MILLI);
        assertThat(late).isEqualTo(MILLI);
        return millis;
    }

    /** One after the other, or both at the same time. */
    @ParameterizedTest
    @CsvSource({"900, 1040, 1050, 1200, 40, 50", "1000, 1080, 1000, 1080, 40, 40"})
    void aWaitIsSharedByThoseWhoUsedAConnectionMeanwhile(
            long from, long to, long otherFrom, long otherTo, long millis, long otherMillis) {
        add(user(1, "Report.export"), from, to);
        add(user(2, "Report.print"), otherFrom, otherTo);
        add(user(3, "Before.it"), 900, 1_000);
        add(user(4, "After.it"), 1_100, 1_200);
        assertThat(parts())
                .containsOnly(
                        entry(user(1, "Report.export"), millis),
                        entry(user(2, "Report.print"), otherMillis),
                        entry(Holder.NONE, 100 - millis - otherMillis));
    }

    @Test
    void aUseOfAnyLengthIsFound() {
        add(user(1, "Report.export"), 0, 10_000);
        for (int at = 0; at < 10; at++) {
            add(user(2, "Short.one"), 900 + at, 901 + at);
        }
        assertThat(parts()).containsOnly(entry(user(1, "Report.export"), 100L));
    }

    @Test
    void aLookStandsForWhatLiesBetweenTwo() {
        add(user(1, "Report.sum"), 1_050, 1_050);
        add(user(2, "Report.sum"), 999, 999);
        add(user(3, "Report.sum"), 1_101, 1_101);
        assertThat(parts()).containsOnly(entry(user(1, "Report.sum"), 20L), entry(Holder.NONE, 80L));
    }

    @Test
    void manyWhoUsedOneForAMomentAreToldByPlace() {
        for (int id = 0; id < 100; id++) {
            long from = (1_000 + id) * MILLI;
            uses.add(user(100 + id, "Report.export"), new Span(from, from + MILLI / 2));
        }
        assertThat(parts()).containsOnly(entry(new Holder("", -1, "Report.export"), 50L), entry(Holder.NONE, 50L));
    }

    @Test
    void whoWaitsIsNotToldAsAUser() {
        add(user(ME, "Report.export"), 900, 1_100);
        assertThat(parts()).containsOnly(entry(Holder.NONE, 100L));
    }
}
