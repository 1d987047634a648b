package org.latencyprobes.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class HeldWaitTest {

    private static HeldWait held(long start, String cause, String thread, long threadId) {
        return new HeldWait(start, 5, cause, "ReentrantLock$FairSync", thread, threadId);
    }

    @Test
    void isReadAsItWasWritten() {
        List<HeldWait> holdings =
                List.of(held(-9, "lock", "a \"b\"  c", 31), held(7, "park", "", -1), held(12, "lock", " ", 1));
        assertThat(HeldWait.parse(HeldWait.text(holdings, -20), -20)).isEqualTo(holdings);
        assertThat(HeldWait.parse(HeldWait.text(holdings, 0), 100).get(1).startNanos())
                .isEqualTo(107);
        assertThat(HeldWait.parse("", 0)).isEmpty();
        assertThat(HeldWait.parse("of another version", 0)).isEmpty();
        assertThat(HeldWait.parse("of another version with more words", 0)).isEmpty();
    }

    @Test
    void theNameOfAThreadMakesNoLineOfItsOwn() {
        List<HeldWait> evil = List.of(held(1, "lock", "a\n1 1 1 lock it b\r\n", 1));
        assertThat(HeldWait.parse(HeldWait.text(evil, 0), 0)).hasSize(1);
    }

    @Test
    void isAWaitAgain() {
        Wait wait = held(3, "park", "odd", 31).ofThread(7);
        assertThat(wait.kind()).isEqualTo(WaitKind.PARK);
        assertThat(HeldWait.of(List.of(wait))).containsExactly(held(3, "park", "odd", 31));
    }
}
