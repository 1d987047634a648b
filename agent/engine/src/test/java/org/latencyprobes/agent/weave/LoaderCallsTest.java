package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;

final class LoaderCallsTest {

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("latency-probes-loaders"))
                .toList();
    }

    /** Or it would keep all of an agent that has left. */
    @Test
    void itsThreadEndsOnceNobodyAsks() throws InterruptedException {
        LoaderCalls.resource(new ClassLoader() {}, "none");
        List<Thread> threads = threads();
        assertThat(threads).isNotEmpty();
        for (Thread thread : threads) {
            thread.join(300_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void aLoaderThatThrowsWhatIsNoExceptionIsAskedAgain() {
        AtomicInteger asked = new AtomicInteger();
        ClassLoader throwing = new ClassLoader() {
            @Override
            public InputStream getResourceAsStream(String name) {
                asked.incrementAndGet();
                throw LoaderCallsTest.<RuntimeException>unchecked(new Throwable());
            }
        };
        assertThat(LoaderCalls.resource(throwing, "first")).isNull();
        assertThat(LoaderCalls.resource(throwing, "second")).isNull();
        assertThat(asked).hasValue(2);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable any) throws T {
        throw (T) any;
    }

    @Test
    void aLoaderThatAnswersTooLateIsNotHeld() {
        CountDownLatch late = new CountDownLatch(1);
        WeakReference<ClassLoader> loader = askedInVain(late);
        late.countDown();
        Await.patiently().until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    private static WeakReference<ClassLoader> askedInVain(CountDownLatch late) {
        ClassLoader waiting = new Waiting(late);
        assertThat(LoaderCalls.resource(waiting, "none")).isNull();
        return new WeakReference<>(waiting);
    }

    /** A loader that says nothing until it may. */
    private static final class Waiting extends ClassLoader {

        private final CountDownLatch late;

        Waiting(CountDownLatch late) {
            this.late = late;
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            try {
                late.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return null;
        }
    }
}
