package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.explain.Attribution;
import org.latencyprobes.explain.Evidence;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Split;
import org.latencyprobes.explain.Stalls;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

final class KeptCallsTest {

    private static final int WAITS = 16;

    private final KeptCalls kept = new KeptCalls();

    private static int waits(SlowCall call) {
        return ((Split) call.explanation().get()).waits().size();
    }

    private void add(long nanos) {
        SlowCall call = new SlowCall("probe", Map.of(), "ok", 0, nanos, 1, "main", 0, 0);
        List<Wait> waits = Collections.nCopies(WAITS, new Wait(WaitKind.LOCK, 1, 0, nanos, 0, "lock", ""));
        call.explanation()
                .set(Attribution.of(
                        new Evidence(new Span(0, nanos), Stalls.NONE, true, Map.of(), waits, false, null, 0, false)));
        kept.add(null, call, 0);
    }

    @Test
    void theLongestKeepWhoHeldLocksAndTheMemoryOfOthersIsBounded() {
        add(KeptCalls.LAST + 1_000_000);
        for (int i = 1; i < KeptCalls.LAST; i++) {
            add(1_000_000 + i);
        }
        List<SlowCall> all = kept.all();
        assertThat(all).hasSize(KeptCalls.LAST);
        assertThat(all.stream().mapToInt(KeptCallsTest::waits).sum()).isEqualTo(KeptCalls.MOST_WAITS);
        assertThat(waits(all.get(0))).isEqualTo(WAITS);
    }
}
