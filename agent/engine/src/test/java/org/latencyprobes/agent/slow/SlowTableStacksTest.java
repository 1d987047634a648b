package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.figures.SlowTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.agent.thread.ThreadTimes;
import org.latencyprobes.explain.Attribution;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Evidence;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Stalls;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/** Tests of threads, holders and stacks in an answer, here where stacks can be made. */
class SlowTableStacksTest {

    private static final long MILLI = 1_000_000;

    private static SlowCall call(long startNanos, CapturedStack stack) {
        return new SlowCall(
                "probe",
                Map.of(),
                "ok",
                startNanos,
                1_000,
                7,
                "main",
                "",
                0,
                0,
                new AtomicReference<>(),
                stack,
                false,
                Map.of());
    }

    private static Answer answer(List<SlowCall> calls) {
        return SlowTable.of(
                calls, 1, 1, List.of(), new SlowCallCauses(() -> null, () -> 0, new ThreadTimes(() -> null, null)));
    }

    private static List<SingleCall> rows(Answer answer) {
        return answer.all(SingleCall.LISTED, SingleCall.class);
    }

    @Test
    void aVirtualThreadIsNamedByItsId() {
        SingleCall row = rows(answer(List.of(new SlowCall("probe", Map.of(), "ok", 1, 1_000, 31, "", 0, 0))))
                .get(0);
        assertThat(row.thread()).isEqualTo("virtual thread 31");
    }

    @Test
    void aCallWithoutAnExplanationHasAWordForThatInPlaceOfItsCause() {
        SingleCall row = rows(answer(List.of(call(1, CapturedStack.NONE)))).get(0);
        assertThat(row.cause()).isEqualTo("not-explained");
    }

    private static SingleCall lockedFor(long millis, long seenMillis) {
        SlowCall call = new SlowCall("probe", Map.of(), "ok", 0, millis * MILLI, 7, "main", 0, 0);
        Wait seen = new Wait(
                WaitKind.LOCK, 7, 0, seenMillis * MILLI, 0, "ReentrantLock$NonfairSync", "", new Holder("a", 8, ""));
        call.explanation()
                .set(Attribution.of(new Evidence(
                        new Span(0, millis * MILLI),
                        Stalls.NONE,
                        true,
                        Map.of(Cause.LOCK, millis * MILLI),
                        List.of(seen),
                        false,
                        null,
                        0,
                        false)));
        return rows(answer(List.of(call))).get(0);
    }

    @Test
    void looksStandForWhatTheyMissedOfAWaitAndNotForOneOfAMonitorBeside() {
        assertThat(lockedFor(60, 57).heldBy()).isEqualTo(Map.of("a", 60_000.0));
        assertThat(lockedFor(105, 5).heldBy()).isEqualTo(Map.of("a", 5_000.0, "unknown", 100_000.0));
    }

    /** Where stacks are rare, none of the longest calls may have one. */
    @Test
    void theStackOfTheLongestCallThatHasOneIsToldAlsoBeyondTheRows() {
        ThreadStack stack = ThreadStack.of(Thread.currentThread().getStackTrace());
        List<SlowCall> calls = List.of(
                call(1, CapturedStack.NONE),
                call(2, new CapturedStack(Thread.currentThread(), null, 3, new long[] {2}, stack, null)),
                call(4, new CapturedStack(Thread.currentThread(), null, 5, new long[] {4}, stack, null)));
        Answer answer = answer(calls);
        assertThat(rows(answer)).hasSize(1);
        assertThat(answer.all(StackFrame.TABLE, StackFrame.class))
                .isNotEmpty()
                .allSatisfy(frame -> assertThat(frame.call()).containsExactly(7L, 2L));
    }
}
