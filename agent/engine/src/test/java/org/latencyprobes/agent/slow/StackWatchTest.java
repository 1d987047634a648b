package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.OpenCalls;

@Tag("each-jdk")
class StackWatchTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LIMIT = 10 * MILLI;
    private static final long PERIOD = 100 * MILLI;
    private static final long TICKS_PER_SECOND = 1_000_000_000;

    private final List<Caller> callers = new ArrayList<>();
    private long nanos = 1_000 * MILLI;
    private long stackNanos;
    private final StackWatch watch = new StackWatch(
            () -> new TestClock(TICKS_PER_SECOND, TICKS_PER_SECOND, any -> nanos), this::readNanos, PERIOD);

    private long readNanos() {
        long read = nanos;
        nanos += stackNanos;
        return read;
    }

    /** A thread that is in probed calls, and waits. One without a stripe ends at once. */
    private static class Caller extends Thread {

        private final long[] starts;
        private volatile boolean isIn;

        Caller(long... starts) {
            this.starts = starts;
        }

        @Override
        public void run() {
            OpenCalls open = OpenCalls.ofCurrentThread();
            if (open == null) {
                return;
            }
            for (long start : starts) {
                open.begin(start);
            }
            isIn = true;
            waitHere();
        }

        boolean isWaiting() {
            return isIn && getState() == State.WAITING;
        }

        void waitHere() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Another thread's entry may be that of its own, by chance: then it has no stripe, and one more is made. */
    private Caller begun(Supplier<Caller> maker) {
        while (true) {
            Caller caller = maker.get();
            callers.add(caller);
            OpenCalls.areThreadsWithout(); // frees the stripes of threads that have ended
            caller.start();
            Await.patiently()
                    .alias("it waits in its calls, or has no stripe")
                    .until(() -> caller.isWaiting() || !caller.isAlive());
            if (caller.isAlive()) {
                return caller;
            }
        }
    }

    private Caller calls(long... starts) {
        return begun(() -> new Caller(starts));
    }

    @AfterEach
    void endCallers() throws InterruptedException {
        for (Caller caller : callers) {
            while (caller.isAlive()) { // one may wait more than once
                caller.interrupt();
                caller.join(100);
            }
        }
    }

    private void lookAfter(long laterNanos) {
        nanos += laterNanos;
        watch.look(LIMIT);
    }

    private List<String> lines(Caller caller, long start) {
        return watch.of(caller, start, LIMIT).lines();
    }

    @Test
    void whatTheThreadWaitedForIsKept() {
        long start = nanos;
        Caller parked = calls(start);
        lookAfter(LIMIT);
        assertThat(watch.of(parked, start, LIMIT).waitOrNull()).isEqualTo(WaitKind.PARK);
        assertThat(CapturedStack.NONE.waitOrNull()).isNull();
    }

    /** No frame shows that. */
    @Test
    void aWaitForAMonitorIsKept() {
        long start = nanos;
        synchronized (callers) {
            Caller blocked = begun(() -> new Caller(start) {
                @Override
                boolean isWaiting() {
                    return getState() == State.BLOCKED;
                }

                @Override
                void waitHere() {
                    synchronized (callers) {
                        callers.notifyAll();
                    }
                }
            });
            lookAfter(LIMIT);
            assertThat(watch.of(blocked, start, LIMIT).waitOrNull()).isEqualTo(WaitKind.LOCK);
        }
    }

    @Test
    void aCallBeyondTheLimitIsCapturedOnceWithThoseInsideIt() throws InterruptedException {
        long outer = nanos;
        long inner = nanos + 5 * MILLI;
        Caller caller = calls(outer, inner);
        lookAfter(LIMIT - 1);
        assertThat(watch.count()).isZero();
        lookAfter(1);
        assertThat(lines(caller, outer)).anyMatch(line -> line.contains("Caller.waitHere("));
        assertThat(lines(caller, inner)).isEqualTo(lines(caller, outer));
        assertThat(lines(caller, outer + 1)).isEmpty();
    }

    @Test
    void aCallIsNotCapturedAgainInTheNextPeriods() throws InterruptedException {
        calls(nanos);
        lookAfter(20 * MILLI);
        lookAfter(PERIOD + MILLI);
        lookAfter(50 * MILLI);
        assertThat(watch.count()).isEqualTo(1);
    }

    @Test
    void aCallIsCapturedAgainWhenItIsTenTimesAsOld() throws InterruptedException {
        calls(nanos);
        lookAfter(20 * MILLI);
        lookAfter(179 * MILLI);
        assertThat(watch.count()).isEqualTo(1);
        lookAfter(MILLI);
        assertThat(watch.count()).isEqualTo(2);
    }

    @Test
    void aCallThatBeganSinceIsCapturedWhateverIsOutside() throws InterruptedException {
        Caller worker = begun(() -> new Caller(nanos) {
            @Override
            void waitHere() {
                super.waitHere();
                Thread.interrupted();
                OpenCalls.ofCurrentThread().begin(nanos);
                super.waitHere();
            }
        });
        lookAfter(900 * MILLI);
        long inner = nanos + MILLI;
        nanos = inner;
        worker.interrupt();
        while (OpenCallsOf.thread(worker).earliestAfter(inner - 1) != inner) {
            Thread.onSpinWait();
        }
        lookAfter(PERIOD);
        assertThat(watch.count()).isEqualTo(2);
        assertThat(lines(worker, inner)).isNotEmpty();
    }

    /** Finds the open calls of another thread. */
    private static final class OpenCallsOf {

        private OpenCalls found;

        static OpenCalls thread(Thread wanted) {
            OpenCallsOf search = new OpenCallsOf();
            OpenCalls.forEach((thread, open) -> search.found = thread == wanted ? open : search.found);
            return search.found;
        }
    }

    @Test
    void thereIsOneInAPeriodAndTheOldestIsFirst() throws InterruptedException {
        List<Caller> several = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            several.add(calls(nanos - i));
        }
        long start = nanos;
        nanos += 10 * PERIOD; // so that none is ten times as old until the last is captured
        for (int captured = 1; captured <= 5; captured++) {
            lookAfter(LIMIT);
            lookAfter(LIMIT);
            assertThat(watch.count()).isEqualTo(captured);
            assertThat(lines(several.get(5 - captured), start - 5 + captured)).isNotEmpty();
            lookAfter(PERIOD - 2 * LIMIT);
        }
    }

    @Test
    void afterAStackThatTookLongThereIsNoneForLonger() throws InterruptedException {
        calls(nanos);
        calls(nanos);
        stackNanos = MILLI; // each reading of the time is later
        lookAfter(LIMIT);
        assertThat(watch.count()).isEqualTo(1);
        lookAfter(PERIOD);
        assertThat(watch.count()).isEqualTo(1);
        lookAfter(PERIOD);
        assertThat(watch.count()).isEqualTo(2);
    }

    @Test
    void theStackOfACallThatIsStillInFlightStays() throws InterruptedException {
        long start = nanos;
        Caller caller = calls(start);
        lookAfter(LIMIT);
        Thread thread = Thread.currentThread();
        CapturedStacks kept = new CapturedStacks();
        CapturedStack ofCaller = watch.of(caller, start, 0);
        kept.add(ofCaller);
        for (int i = 0; i < 2 * (CapturedStacks.LAST + CapturedStacks.LONGEST); i++) {
            long began = nanos + i;
            kept.add(new CapturedStack(
                    thread, null, began + 1, new long[] {began}, ThreadStack.of(thread.getStackTrace()), null));
            kept.of(thread, began, LIMIT);
        }
        assertThat(ofCaller.lines()).isNotEmpty();
    }

    /** As the application of a server does that is taken away. */
    @Test
    void aStackKeepsNoClassOfTheApplication() throws Exception {
        WeakReference<ClassLoader> loader = captureInALoaderOfItsOwn();
        Await.patiently().alias("the loader is collected").until(() -> {
            OpenCalls.areThreadsWithout(); // lets go of the thread that has ended
            System.gc();
            return loader.get() == null;
        });
        assertThat(watch.count()).isEqualTo(1);
    }

    private WeakReference<ClassLoader> captureInALoaderOfItsOwn() throws Exception {
        String name = Elsewhere.class.getName();
        byte[] content;
        try (InputStream in = Elsewhere.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
            content = in.readAllBytes();
        }
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                return wanted.equals(name)
                        ? defineClass(name, content, 0, content.length)
                        : super.loadClass(wanted, resolve);
            }
        };
        @SuppressWarnings("unchecked") // as it is written below
        Consumer<Runnable> elsewhere =
                (Consumer<Runnable>) loader.loadClass(name).getConstructor().newInstance();
        long start = nanos;
        Caller caller = begun(() -> new Caller(start) {
            @Override
            void waitHere() {
                elsewhere.accept(super::waitHere);
            }
        });
        lookAfter(LIMIT);
        assertThat(lines(caller, start)).anyMatch(line -> line.contains("Elsewhere.accept("));
        endCallers();
        callers.clear();
        return new WeakReference<>(loader);
    }

    /** Loaded by a loader of its own. */
    public static final class Elsewhere implements Consumer<Runnable> {

        @Override
        public void accept(Runnable work) {
            work.run();
        }
    }

    @Test
    void codeOfTheApplicationIsNotRunForAStack() throws InterruptedException {
        List<String> ran = new ArrayList<>();
        long start = nanos;
        begun(() -> new Caller(start) {
            @Override
            public StackTraceElement[] getStackTrace() {
                ran.add("code of the application");
                return super.getStackTrace();
            }
        });
        lookAfter(LIMIT);
        assertThat(watch.count()).isEqualTo(1);
        assertThat(ran).isEmpty();
    }
}
