package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class PendingCallsTest {

    private final PendingCalls calls = new PendingCalls();

    /** Gives the numbers that a test wants. */
    private static final class Chosen extends Random {

        private static final long serialVersionUID = 1;

        private final transient Queue<Integer> numbers;

        Chosen(Integer... numbers) {
            this.numbers = new ArrayDeque<>(List.of(numbers));
        }

        @Override
        public int nextInt(int bound) {
            return numbers.remove();
        }
    }

    private Chosen add(Integer... slots) {
        Chosen random = new Chosen(slots);
        assertThat(calls.add(new AtomicReference<>(), 1, random)).isTrue();
        return random;
    }

    /** Calls from before the room was doubled lie side by side: whoever looks at the next slot looks at thousands of them. */
    @Test
    void whereASlotIsTakenAnotherIsChosenByChance() {
        add(7);
        assertThat(add(7, 7, 7, 40).numbers).as("slots that were not looked at").isEmpty();
        assertThat(add(8).numbers).isEmpty();
    }
}
