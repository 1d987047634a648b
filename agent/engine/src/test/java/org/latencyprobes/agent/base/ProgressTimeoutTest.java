package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTimeoutTest {

    private static final long FOR_EVER_MILLIS = 300_000;

    private final AtomicLong progress = new AtomicLong();
    private final CountDownLatch end = new CountDownLatch(1);

    private Thread blocked() {
        Thread thread = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void waitsForTheEnd() {
        Thread thread = blocked();
        end.countDown();
        assertThat(new ProgressTimeout(progress::get, FOR_EVER_MILLIS, FOR_EVER_MILLIS).await(thread))
                .isTrue();
    }

    /** Three looks with progress, each of them longer than what silence is allowed. */
    @Test
    void waitsAsLongAsThereIsProgress() {
        Thread thread = blocked();
        boolean ended = new ProgressTimeout(
                        () -> {
                            if (progress.incrementAndGet() == 3) {
                                end.countDown();
                            }
                            return progress.get();
                        },
                        1,
                        FOR_EVER_MILLIS)
                .await(thread);
        assertThat(ended).isTrue();
        assertThat(progress.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void givesUpWithoutProgress() {
        assertThat(new ProgressTimeout(progress::get, 1, FOR_EVER_MILLIS).await(blocked()))
                .isFalse();
    }

    @Test
    void givesUpInTheEndWhateverTheProgress() {
        assertThat(new ProgressTimeout(progress::incrementAndGet, FOR_EVER_MILLIS, 1).await(blocked()))
                .isFalse();
    }

    @Test
    void anInterruptEndsNoWaitAndStays() {
        Thread thread = blocked();
        Thread.currentThread().interrupt();
        boolean ended = new ProgressTimeout(
                        () -> {
                            if (progress.incrementAndGet() == 2) {
                                end.countDown(); // at the look after the wait that was interrupted
                            }
                            return progress.get();
                        },
                        FOR_EVER_MILLIS,
                        FOR_EVER_MILLIS)
                .await(thread);
        assertThat(ended).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
