package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OwnedStripesTest {

    private static final int ROUNDS = 60;
    private static final int THREADS_A_ROUND = 6;
    private static final int RECORDS_EACH = 2_000;
    private static final long NANOS = 1_000;

    @BeforeEach
    @AfterEach
    void releaseEnded() {
        OwnedStripes.releaseEnded();
    }

    @Test
    void platformThreadKeepsItsStripe() throws Exception {
        AtomicReference<OwnedStripe> first = new AtomicReference<>();
        AtomicReference<OwnedStripe> second = new AtomicReference<>();
        ThreadWithStripe.run(() -> {
            first.set(own());
            OwnedStripes.releaseEnded();
            second.set(own());
        });
        assertThat(first.get()).isNotNull().isSameAs(second.get());
    }

    @Test
    @Tag("each-jdk")
    void virtualThreadOwnsNone() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "there are no virtual threads before");
        AtomicReference<Object> stripe = new AtomicReference<>("not run");
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        ((Thread) start.invoke(null, (Runnable) () -> stripe.set(own()))).join();
        assertThat(stripe.get()).isNull();
    }

    /** A thread may end in the middle of a call, or have made a call whose end does not come. */
    @Test
    void stripeOfEndedThreadHasNoOpenCallsAnyMore() throws Exception {
        AtomicReference<OwnedStripe> stripe = new AtomicReference<>();
        ThreadWithStripe.run(() -> {
            stripe.set(own());
            stripe.get().begin(NANOS);
        });
        assertThat(stripe.get().starts()).containsExactly(NANOS);
        OwnedStripes.releaseEnded();
        assertThat(stripe.get().starts()).isEmpty();
    }

    @Test
    void stripeOfEndedThreadGoesToAnotherAndKeepsItsCounts() throws Exception {
        Counts counts = new Counts();
        Set<OwnedStripe> stripes = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 3; i++) {
            ThreadWithStripe.run(() -> {
                OwnedStripe stripe = own();
                stripes.add(stripe);
                counts.open(stripe.number, Layout.indexOf(NANOS));
                counts.record(NANOS);
            });
            OwnedStripes.releaseEnded();
        }
        assertThat(stripes).hasSize(1);
        assertThat(counts.ownBuckets()).isEqualTo(1);
        assertThat(Read.countOf(counts.snapshot(), NANOS)).isEqualTo(3);
    }

    @Test
    void threadsBeyondTheBoundOwnNoneUntilOthersHaveEnded() throws Exception {
        Set<OwnedStripe> stripes = ConcurrentHashMap.newKeySet();
        CountDownLatch claimed = new CountDownLatch(OwnedStripes.COUNT);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger without = new AtomicInteger();
        List<Thread> holders = new ArrayList<>();
        for (int i = 0; i < OwnedStripes.COUNT; i++) {
            holders.add(new Thread(() -> {
                OwnedStripe stripe = own();
                if (stripe == null) {
                    without.incrementAndGet();
                } else {
                    stripes.add(stripe);
                }
                claimed.countDown();
                await(end);
            }));
        }
        holders.forEach(Thread::start);
        claimed.await();
        AtomicReference<OwnedStripe> late = new AtomicReference<>();
        run(new Thread(() -> late.set(own())));
        assertThat(late.get()).isNull();
        assertThat(stripes.size() + without.get()).isEqualTo(OwnedStripes.COUNT);
        end.countDown();
        for (Thread holder : holders) {
            holder.join();
        }
        ThreadWithStripe.run(() -> late.set(own()));
        assertThat(late.get()).isNotNull();
    }

    @Test
    void threadThatGivesAnothersIdDoesNotGetItsStripe() throws Exception {
        AtomicReference<OwnedStripe> stripe = new AtomicReference<>();
        ThreadWithStripe.run(() -> {
            int entry = Stripes.entryOf(Thread.currentThread());
            run(new Thread(() -> stripe.set(OwnedStripes.of(Thread.currentThread(), entry))));
        });
        assertThat(stripe.get()).isNull();
    }

    @Test
    void anOverriddenIdIsNotAsked() throws Exception {
        assumeTrue(Runtime.version().feature() < 19, "it can't be overridden");
        AtomicReference<OwnedStripe> stripe = new AtomicReference<>();
        for (int tries = 0; tries < 100 && stripe.get() == null; tries++) { // by its hash, its entry may be another's
            run(ThreadWithOwnId.of(() -> stripe.set(own())));
        }
        assertThat(stripe.get()).isNotNull();
    }

    @Test
    void nothingIsLostWhereThreadsComeAndGoWhileReadersFreeTheirStripes() throws Exception {
        Counts counts = new Counts();
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> readers = List.of(new Thread(() -> free(done)), new Thread(() -> free(done)));
        readers.forEach(Thread::start);
        for (int round = 0; round < ROUNDS; round++) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS_A_ROUND; i++) {
                threads.add(new Thread(() -> recordInOwnBucket(counts)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        done.set(true);
        for (Thread reader : readers) {
            reader.join();
        }
        assertThat(counts.ownBuckets()).isPositive();
        assertThat(Read.countOf(counts.snapshot(), NANOS)).isEqualTo((long) ROUNDS * THREADS_A_ROUND * RECORDS_EACH);
    }

    private static void recordInOwnBucket(Counts counts) {
        OwnedStripe stripe = own();
        if (stripe != null) {
            counts.open(stripe.number, Layout.indexOf(NANOS));
        }
        for (int i = 0; i < RECORDS_EACH; i++) {
            counts.record(NANOS);
        }
    }

    private static void free(AtomicBoolean done) {
        while (!done.get()) {
            OwnedStripes.releaseEnded();
        }
    }

    private static OwnedStripe own() {
        Thread current = Thread.currentThread();
        return OwnedStripes.of(current, Stripes.entryOf(current));
    }

    private static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A thread of a class that overrides the id, which may be a probe itself or throw. */
    private static final class ThreadWithOwnId extends Thread {

        private ThreadWithOwnId(Runnable task) {
            super(task);
        }

        /** Given as a thread, so that a test need not load this class on a JDK that refuses it. */
        static Thread of(Runnable task) {
            return new ThreadWithOwnId(task);
        }

        @Override
        @SuppressWarnings("deprecation") // since JDK 19, where it is final
        public long getId() {
            for (StackTraceElement caller : new Throwable().getStackTrace()) {
                if (caller.getClassName().startsWith(Stripes.class.getPackageName())
                        && !caller.getClassName().equals(ThreadWithOwnId.class.getName())) {
                    throw new AssertionError("asked by " + caller);
                }
            }
            return super.getId();
        }
    }
}
