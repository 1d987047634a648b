package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.SlowCallRows;

final class LiveEventsTest {

    private static final long TEN_MINUTES = TimeUnit.MINUTES.toNanos(10);

    private final LiveEvents events = new LiveEvents();

    private void add(long second, List<SingleCall> calls) {
        SnapshotFacts facts =
                new SnapshotFacts(second, 0, 1, 0, second * 1_000, 0, 0, 1, 0L, "Shop", "17", "1", 2, 0, 0);
        events.add(new LiveSnapshot(facts, List.of(), List.of(), List.of(), calls, List.of(), null), TEN_MINUTES);
    }

    private static SingleCall call(String probe, long second, long nanos) {
        return SlowCallRows.of(probe, TimeUnit.SECONDS.toNanos(second), nanos, 7, "exec-7", Map.of("gc", nanos));
    }

    /** The older ones are longer here, and the other probe's is the shortest of all. */
    @Test
    void ofTooManyCallsTheShortestOfEachProbeGo() {
        add(1, List.of(call("rare", 1, 10)));
        for (int second = 2; second <= 8; second++) {
            List<SingleCall> calls = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                calls.add(call("busy", second, 1_000_000 - 1_000 * second - i));
            }
            add(second, calls);
        }
        assertThat(events.calls()).hasSize(5_000);
        assertThat(events.calls().get(0).probe()).isEqualTo("rare");
        assertThat(events.calls().get(1).nanos()).isEqualTo(998_000);
        assertThat(events.calls().get(4_999).nanos()).isEqualTo(993_002);
    }

    @Test
    void callsOfMoreThanTenMinutesAgoGo() {
        add(1, List.of(call("rare", 1, 10)));
        add(601, List.of(call("busy", 601, 10)));
        assertThat(events.calls()).hasSize(2);
        add(602, List.of(call("long", 1, TEN_MINUTES)));
        assertThat(events.calls()).extracting(SingleCall::probe).containsExactly("long", "busy");
    }
}
