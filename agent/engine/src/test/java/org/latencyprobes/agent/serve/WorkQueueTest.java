package org.latencyprobes.agent.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.internal.thread.DaemonThread;

final class WorkQueueTest {

    private static final long SHORT_MILLIS = 50;
    private static final long LONG_MILLIS = TimeUnit.MINUTES.toMillis(5);

    private final WorkQueue queue = new WorkQueue("its thread");

    /** Does what comes until it is interrupted. */
    private Thread work() {
        Thread thread = DaemonThread.of("work", () -> {
            try {
                while (true) {
                    Runnable next = queue.poll(LONG_MILLIS);
                    if (next != null) {
                        next.run();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void theThreadAnswers() throws ExecutionException {
        Thread thread = work();
        assertThat(queue.call(() -> new Answer().say("done"), LONG_MILLIS, 0).sentences())
                .containsExactly("done");
        thread.interrupt();
    }

    @Test
    void whatWasNotBegunInTimeIsNotDoneLater() throws Exception {
        Answer answer = queue.call(Answer::new, SHORT_MILLIS, LONG_MILLIS);
        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.sentences().get(0)).contains("\"its thread\"").contains("not begun");
        assertThat(queue.poll(1)).isNull();
    }

    @Test
    void whatIsSlowItselfIsNotBlamedOnAnOutput() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = work();
        CountDownLatch begun = new CountDownLatch(1);
        Answer answer;
        do { // a very busy machine may not have begun it in time
            answer = queue.call(
                    () -> {
                        begun.countDown();
                        end.await();
                        return new Answer();
                    },
                    SHORT_MILLIS,
                    SHORT_MILLIS);
        } while (begun.getCount() > 0);
        end.countDown();
        thread.interrupt();
        assertThat(answer.sentences().get(0))
                .contains("not finished this command")
                .doesNotContain("output");
    }

    @Test
    void whatIsBegunMayTakeLonger() throws Exception {
        Thread thread = work();
        Answer answer;
        do { // as above
            long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2 * SHORT_MILLIS);
            answer = queue.call(
                    () -> {
                        while (System.nanoTime() - endNanos < 0) {
                            LockSupport.parkNanos(endNanos - System.nanoTime());
                        }
                        return new Answer().say("done");
                    },
                    SHORT_MILLIS,
                    LONG_MILLIS);
        } while (answer.sentences().get(0).endsWith("not begun"));
        thread.interrupt();
        assertThat(answer.sentences()).containsExactly("done");
    }
}
