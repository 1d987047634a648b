package org.latencyprobes.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.latencyprobes.Readings;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.counts.Snapshot;

/** An owner that fails once, from the start of its reading or midway, and recovers. */
class FailingOwnerTest {

    private static final int PROBES = 3;
    private static final int NEVER = PROBES;

    private final IntervalReader reader = new IntervalReader();
    private final Supplier<List<Map<String, Object>>> owner = this::readings;
    private final String name;
    private int failsAt = NEVER;
    private int calls = 5;

    FailingOwnerTest(TestInfo test) {
        name = test.getDisplayName();
        Hub.publish(owner);
    }

    private List<Map<String, Object>> readings() {
        if (failsAt == 0) {
            throw new IllegalStateException("fails");
        }
        return new AbstractList<>() {
            @Override
            public Map<String, Object> get(int probe) {
                if (probe == failsAt) {
                    throw new IllegalStateException("fails");
                }
                return reading(name + probe);
            }

            @Override
            public int size() {
                return PROBES;
            }
        };
    }

    private Map<String, Object> reading(String probe) {
        long[] snapshot = new long[Snapshot.COUNTS + 1];
        snapshot[0] = Snapshot.LAYOUT;
        snapshot[Snapshot.COUNTS] = calls;
        return Map.of(
                Hub.NAME,
                probe,
                Hub.TAGS,
                Map.of(),
                Hub.OUTCOME,
                "ok",
                Hub.KIND,
                "probe",
                Hub.START_MILLIS,
                0L,
                Hub.SNAPSHOT,
                snapshot);
    }

    private void isNotSentAgain(int failing) {
        assertThat(Readings.only(name + 2, reader.read()).count()).isEqualTo(5);
        failsAt = failing;
        assertThat(Readings.of(name + 2, reader.read())).isEmpty();
        failsAt = NEVER;
        calls += 2;
        assertThat(Readings.only(name + 2, reader.read()).count()).isEqualTo(2);
    }

    @Test
    void whatWasReadIsNotReadAgainAfterAFailureMidway() {
        isNotSentAgain(1);
    }

    @Test
    void whatWasReadIsNotReadAgainAfterAFailureFromTheStart() {
        isNotSentAgain(0);
    }
}
