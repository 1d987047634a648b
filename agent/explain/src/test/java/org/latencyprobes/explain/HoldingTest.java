package org.latencyprobes.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class HoldingTest {

    private static Holding held(long start, String cause, String thread, long threadId) {
        return new Holding(start, 5, cause, "ReentrantLock$FairSync", thread, threadId);
    }

    @Test
    void isReadAsItWasWritten() {
        List<Holding> holdings =
                List.of(held(-9, "lock", "a \"b\"  c", 31), held(7, "park", "", -1), held(12, "lock", " ", 1));
        assertThat(Holding.parse(Holding.text(holdings, -20), -20)).isEqualTo(holdings);
        assertThat(Holding.parse(Holding.text(holdings, 0), 100).get(1).startNanos())
                .isEqualTo(107);
        assertThat(Holding.parse("", 0)).isEmpty();
        assertThat(Holding.parse("of another version", 0)).isEmpty();
        assertThat(Holding.parse("of another version with more words", 0)).isEmpty();
    }

    @Test
    void theNameOfAThreadMakesNoLineOfItsOwn() {
        List<Holding> evil = List.of(held(1, "lock", "a\n1 1 1 lock it b\r\n", 1));
        assertThat(Holding.parse(Holding.text(evil, 0), 0)).hasSize(1);
    }

    @Test
    void isAWaitAgain() {
        Wait wait = held(3, "park", "odd", 31).ofThread(7);
        assertThat(wait.kind()).isEqualTo(WaitKind.PARK);
        assertThat(Holding.of(List.of(wait))).containsExactly(held(3, "park", "odd", 31));
    }
}
