package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.thread.DaemonThread;

final class WorkQueueTest {

    private final WorkQueue queue = new WorkQueue("its thread", 50);

    /** Does what comes until it is interrupted. */
    private static Thread work(WorkQueue queue) {
        Thread thread = DaemonThread.of("work", () -> {
            try {
                while (true) {
                    Runnable next = queue.poll(TimeUnit.MINUTES.toMillis(2));
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
        WorkQueue patient = new WorkQueue("its thread", TimeUnit.MINUTES.toMillis(2));
        Thread thread = work(patient);
        assertThat(patient.call(() -> new Answer().say("done")).sentences()).containsExactly("done");
        thread.interrupt();
    }

    @Test
    void whatWasNotBegunInTimeIsNotDoneLater() throws Exception {
        Answer answer = queue.call(Answer::new);
        assertThat(answer.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(answer.sentences().get(0)).contains("\"its thread\"").contains("not begun");
        assertThat(queue.poll(1)).isNull();
    }

    @Test
    void whatIsSlowItselfIsNotBlamedOnAnOutput() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = work(queue);
        CountDownLatch begun = new CountDownLatch(1);
        Answer answer;
        do { // a very busy machine may not have begun it in time
            answer = queue.call(() -> {
                begun.countDown();
                end.await();
                return new Answer();
            });
        } while (begun.getCount() > 0);
        end.countDown();
        thread.interrupt();
        assertThat(answer.sentences().get(0))
                .contains("not finished this command")
                .doesNotContain("output");
    }
}
