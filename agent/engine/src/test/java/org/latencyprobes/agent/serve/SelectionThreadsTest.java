package org.latencyprobes.agent.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of work when the JVM has no thread for it. */
public final class SelectionThreadsTest {

    private static final class NoThread extends Thread {

        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    /** In a JVM that has no thread for it, for as long as that is said. */
    public static final class Scarce extends SelectionThreads {

        private volatile boolean isOut = true;

        @Override
        Thread newThread() {
            return isOut ? new NoThread() : super.newThread();
        }
    }

    private final Scarce selecting = new Scarce();

    @AfterEach
    void end() {
        selecting.end();
    }

    @Test
    void workIsKeptAndDoneOnceThereIsAThread() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(3);
        selecting.execute(done::countDown);
        selecting.execute(done::countDown);
        selecting.execute(done::countDown);
        assertThat(selecting.resume()).isInstanceOf(OutOfMemoryError.class);
        assertThat(done.getCount()).isEqualTo(3);
        selecting.isOut = false;
        assertThat(selecting.resume()).isNull();
        assertThat(done.await(5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void whoWaitsForWorkIsToldAndItIsNotDoneLater() throws Exception {
        AtomicInteger done = new AtomicInteger();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> selecting.call(done::incrementAndGet))
                .withCauseInstanceOf(OutOfMemoryError.class);
        selecting.isOut = false;
        assertThat(selecting.call(() -> "later work")).isEqualTo("later work");
        assertThat(done).hasValue(0);
    }

    @Test
    void workThatIsHandedOverIsDoneOrRefused() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        assertThat(selecting.handOver(done::countDown)).isFalse();
        selecting.isOut = false;
        selecting.call(() -> "what waited before would be done by now");
        assertThat(done.getCount()).isEqualTo(1);
        assertThat(selecting.handOver(done::countDown)).isTrue();
        assertThat(done.await(5, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aThreadThatEndsWithAnErrorIsReplaced() throws Exception {
        selecting.isOut = false;
        for (int i = 0; i < 5; i++) {
            selecting.execute(() -> {
                throw new Error() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public String getMessage() {
                        throw new IllegalStateException("even its message fails");
                    }
                };
            });
        }
        assertThat(selecting.call(() -> "goes on")).isEqualTo("goes on");
    }
}
