package org.latencyprobes.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.explain.HeldWait;
import org.latencyprobes.explain.ThreadTime;

final class SingleCallTest {

    private static SingleCall call(long nanos, String thread, Long threadId, ThreadTime ofThread) {
        return new SingleCall(
                "Shop.place",
                Map.of("desk", "a;b=c"),
                "ok",
                "2026-11-28 10:00:00.007Z",
                nanos / 1e3,
                "gc",
                threadId,
                Double.NaN,
                "",
                thread,
                threadId,
                Map.of("gc", 12.5),
                7,
                -9,
                ofThread,
                List.of("Shop.place", "Shop.main"),
                true,
                thread.startsWith("v"),
                Map.of("a b", 5.0),
                List.of(new HeldWait(-7, 5, "lock", "ReentrantLock$FairSync", "a \"b\"", 31)));
    }

    private static SingleCall received(SingleCall sent) {
        Answer answer = new Answer().add(SingleCall.TABLE, SingleCall.class, List.of(sent));
        StringBuilder text = new StringBuilder();
        AnswerLines.write(answer, text, () -> {});
        AnswerLines lines = AllAnswers.lines();
        text.toString().lines().forEach(lines::read);
        return lines.answer().one(SingleCall.TABLE, SingleCall.class);
    }

    @Test
    void arrivesAsItWasSent() {
        ThreadTime.Begin begin = new ThreadTime.Begin(7, 8);
        for (SingleCall sent : List.of(
                call(1_500, "exec-1", 31L, new ThreadTime(-1_100, 5, 4, 3, 3, 2, 9, begin)),
                call(1_500, "exec-1", 31L, new ThreadTime(1_100, 5, 4, 3, 3, 2, 0, null)),
                call(1_500, "v-0", 31L, null),
                call(1_500, "virtual thread", null, null))) {
            assertThat(received(sent)).isEqualTo(sent);
        }
    }

    /** The longest that is recorded is an hour or so; this is more. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 123_456_789, 4_398_046_511_103_001L})
    void lengthsAreExactToTheNanosecond(long nanos) {
        assertThat(received(call(nanos, "exec-1", 31L, null)).nanos()).isEqualTo(nanos);
    }

    @Test
    void aVirtualThreadHasANameOrNone() {
        assertThat(call(1, "virtual thread 31", 31L, null).threadName()).isEmpty();
        assertThat(call(1, "virtual thread", null, null).threadName()).isEmpty();
        assertThat(call(1, Texts.virtualThread("order-7", 31), 31L, null).threadName())
                .isEqualTo("order-7");
        assertThat(call(1, "virtual thread 30", 31L, null).threadName()).isEqualTo("virtual thread 30");
        assertThat(call(1, "exec-1", 31L, null).threadName()).isEqualTo("exec-1");
    }
}
