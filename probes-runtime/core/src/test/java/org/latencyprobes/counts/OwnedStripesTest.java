package org.latencyprobes.counts;

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

class OwnedLanesTest {

    private static final int ROUNDS = 60;
    private static final int THREADS_A_ROUND = 6;
    private static final int RECORDS_EACH = 2_000;
    private static final long NANOS = 1_000;

    @BeforeEach
    @AfterEach
    void releaseEnded() {
        OwnedLanes.releaseEnded();
    }

    @Test
    void platformThreadKeepsItsLane() throws Exception {
        AtomicReference<OwnedLane> first = new AtomicReference<>();
        AtomicReference<OwnedLane> second = new AtomicReference<>();
        ThreadWithLane.run(() -> {
            first.set(own());
            OwnedLanes.releaseEnded();
            second.set(own());
        });
        assertThat(first.get()).isNotNull().isSameAs(second.get());
    }

    @Test
    @Tag("each-jdk")
    void virtualThreadOwnsNone() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "there are no virtual threads before");
        AtomicReference<Object> lane = new AtomicReference<>("not run");
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        ((Thread) start.invoke(null, (Runnable) () -> lane.set(own()))).join();
        assertThat(lane.get()).isNull();
    }

    /** A thread may end in the middle of a call, or have made a call whose end does not come. */
    @Test
    void laneOfEndedThreadHasNoOpenCallsAnyMore() throws Exception {
        AtomicReference<OwnedLane> lane = new AtomicReference<>();
        ThreadWithLane.run(() -> {
            lane.set(own());
            lane.get().begin(NANOS);
        });
        assertThat(lane.get().starts()).containsExactly(NANOS);
        OwnedLanes.releaseEnded();
        assertThat(lane.get().starts()).isEmpty();
    }

    @Test
    void laneOfEndedThreadGoesToAnotherAndKeepsItsCounts() throws Exception {
        Counts counts = new Counts();
        Set<OwnedLane> lanes = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 3; i++) {
            ThreadWithLane.run(() -> {
                OwnedLane lane = own();
                lanes.add(lane);
                counts.open(lane.number, Layout.indexOf(NANOS));
                counts.record(NANOS);
            });
            OwnedLanes.releaseEnded();
        }
        assertThat(lanes).hasSize(1);
        assertThat(counts.ownOctaves()).isEqualTo(1);
        assertThat(Read.countOf(counts.snapshot(), NANOS)).isEqualTo(3);
    }

    @Test
    void threadsBeyondTheBoundOwnNoneUntilOthersHaveEnded() throws Exception {
        Set<OwnedLane> lanes = ConcurrentHashMap.newKeySet();
        CountDownLatch claimed = new CountDownLatch(OwnedLanes.COUNT);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger without = new AtomicInteger();
        List<Thread> holders = new ArrayList<>();
        for (int i = 0; i < OwnedLanes.COUNT; i++) {
            holders.add(new Thread(() -> {
                OwnedLane lane = own();
                if (lane == null) {
                    without.incrementAndGet();
                } else {
                    lanes.add(lane);
                }
                claimed.countDown();
                await(end);
            }));
        }
        holders.forEach(Thread::start);
        claimed.await();
        AtomicReference<OwnedLane> late = new AtomicReference<>();
        run(new Thread(() -> late.set(own())));
        assertThat(late.get()).isNull();
        assertThat(lanes.size() + without.get()).isEqualTo(OwnedLanes.COUNT);
        end.countDown();
        for (Thread holder : holders) {
            holder.join();
        }
        ThreadWithLane.run(() -> late.set(own()));
        assertThat(late.get()).isNotNull();
    }

    @Test
    void threadThatGivesAnothersIdDoesNotGetItsLane() throws Exception {
        AtomicReference<OwnedLane> lane = new AtomicReference<>();
        ThreadWithLane.run(() -> {
            int entry = Lanes.entryOf(Thread.currentThread());
            run(new Thread(() -> lane.set(OwnedLanes.of(Thread.currentThread(), entry))));
        });
        assertThat(lane.get()).isNull();
    }

    @Test
    void anOverriddenIdIsNotAsked() throws Exception {
        assumeTrue(Runtime.version().feature() < 19, "it can't be overridden");
        AtomicReference<OwnedLane> lane = new AtomicReference<>();
        for (int tries = 0; tries < 100 && lane.get() == null; tries++) { // by its hash, its entry may be another's
            run(ThreadWithOwnId.of(() -> lane.set(own())));
        }
        assertThat(lane.get()).isNotNull();
    }

    @Test
    void nothingIsLostWhereThreadsComeAndGoWhileReadersFreeTheirLanes() throws Exception {
        Counts counts = new Counts();
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> readers = List.of(new Thread(() -> free(done)), new Thread(() -> free(done)));
        readers.forEach(Thread::start);
        for (int round = 0; round < ROUNDS; round++) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS_A_ROUND; i++) {
                threads.add(new Thread(() -> recordInOwnOctave(counts)));
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
        assertThat(counts.ownOctaves()).isPositive();
        assertThat(Read.countOf(counts.snapshot(), NANOS)).isEqualTo((long) ROUNDS * THREADS_A_ROUND * RECORDS_EACH);
    }

    private static void recordInOwnOctave(Counts counts) {
        OwnedLane lane = own();
        if (lane != null) {
            counts.open(lane.number, Layout.indexOf(NANOS));
        }
        for (int i = 0; i < RECORDS_EACH; i++) {
            counts.record(NANOS);
        }
    }

    private static void free(AtomicBoolean done) {
        while (!done.get()) {
            OwnedLanes.releaseEnded();
        }
    }

    private static OwnedLane own() {
        Thread current = Thread.currentThread();
        return OwnedLanes.of(current, Lanes.entryOf(current));
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
}
