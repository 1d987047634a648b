package org.latencyprobes.cli.why.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/** Tests of what is read from a recording that this JVM makes of waits of known length. */
@Tag("each-jdk")
final class RecordingReaderTest {

    private static final long WAIT_MILLIS = 20;
    private static final long ME = Thread.currentThread().getId();

    /** This JVM's recordings bear nanoTime less a constant, or ticks that a pair of readings maps. */
    private static DeepTimeline timeline;

    private static long sleepStart;
    private static long sleepEnd;
    private static long doubtNanos;

    @TempDir
    static Path folder;

    private interface Waiting {
        void run() throws Exception;
    }

    @BeforeAll
    static void record() throws Exception {
        Path file = folder.resolve("waits.jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of(
                    "JavaMonitorEnter", "JavaMonitorWait", "ThreadPark", "ThreadSleep", "SocketRead", "SystemGC")) {
                recording
                        .enable("jdk." + event)
                        .withThreshold(Duration.ofMillis(1))
                        .withStackTrace();
            }
            recording.enable("jdk.GCPhasePause").withThreshold(Duration.ZERO);
            recording.enable("jdk.GarbageCollection").withThreshold(Duration.ZERO);
            recording.start();
            TickPair before = TickPair.now(folder);
            System.gc();
            sleepStart = System.nanoTime();
            Thread.sleep(WAIT_MILLIS); // is what is recorded
            sleepEnd = System.nanoTime();
            held(Synchronized::enter);
            ReentrantLock lock = new ReentrantLock();
            heldBy(
                    "lock-owner",
                    () -> {
                        lock.lock();
                        try {
                            letOthersWait();
                        } finally {
                            lock.unlock();
                        }
                    },
                    () -> {
                        lock.lock();
                        lock.unlock();
                    });
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park(); // with what whoever gave the lock back may have left
            LockSupport.parkNanos("a blocker", TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS));
            readFromSlowPeer();
            initialiseTwice();
            int[] array = {};
            synchronized (array) {
                array.wait(WAIT_MILLIS); // is what is recorded
            }
            TickPair after = TickPair.now(folder);
            doubtNanos = Math.max(before.doubtNanos(), after.doubtNanos()) + 1_000;
            recording.dump(file);
            timeline = RecordingReader.read(
                    file,
                    new TickScale(before.ticks(), before.nanos(), after.ticks(), after.nanos(), before.doubtNanos()));
        }
    }

    private static void initialiseTwice() throws InterruptedException {
        isHeld = new CountDownLatch(1);
        waiter = Thread.currentThread();
        Thread first = new Thread(SlowlyInitialised::touch);
        first.start();
        isHeld.await();
        SlowlyInitialised.touch();
        first.join();
    }

    private static final class SlowlyInitialised {

        static {
            isHeld.countDown();
            while (!waiter.getStackTrace()[0].getMethodName().equals("initialiseTwice")) {
                Thread.onSpinWait(); // on this thread: another one would wait for this class
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(4 * WAIT_MILLIS));
        }

        static void touch() {
            return;
        }
    }

    private static final class Synchronized {

        static synchronized void enter() {
            return;
        }

        static synchronized void hold() throws InterruptedException {
            letOthersWait();
        }
    }

    private static CountDownLatch isHeld;
    private static Thread waiter;

    /** Called with the lock held: gives it back once the other thread has waited for it for some time. */
    private static void letOthersWait() throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long owner = Thread.currentThread().getId();
        isHeld.countDown();
        await("the other thread waits for this one", () -> {
            ThreadInfo info = threads.getThreadInfo(waiter.getId());
            return info.getLockOwnerId() == owner && info.getThreadState() != Thread.State.RUNNABLE;
        });
        Thread.sleep(WAIT_MILLIS); // the length of the wait that is recorded
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofMinutes(5))
                .until(condition);
    }

    private static void held(Waiting waiting) throws Exception {
        heldBy("monitor-owner", Synchronized::hold, waiting);
    }

    private static void heldBy(String name, Waiting holding, Waiting waiting) throws Exception {
        isHeld = new CountDownLatch(1);
        waiter = Thread.currentThread();
        Thread owner = new Thread(
                () -> {
                    try {
                        holding.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        owner.start();
        isHeld.await();
        waiting.run();
        owner.join();
    }

    private static void readFromSlowPeer() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket peer = server.accept();
                InputStream in = client.getInputStream()) {
            Thread reader = Thread.currentThread();
            Thread writer = new Thread(() -> {
                await(
                        "the other thread waits for bytes",
                        () -> Stream.of(reader.getStackTrace())
                                .anyMatch(frame -> frame.isNativeMethod()
                                        && frame.getClassName().startsWith("sun.nio.ch.")));
                try {
                    Thread.sleep(WAIT_MILLIS); // the reader's wait, which is recorded
                    peer.getOutputStream().write(1);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            writer.start();
            assertThat(in.read()).isEqualTo(1);
            writer.join();
        }
    }

    private static List<Wait> waits(WaitKind kind) {
        return timeline.waits(ME, new Span(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2)).stream()
                .filter(wait -> wait.kind() == kind)
                .filter(wait -> wait.nanos() >= TimeUnit.MILLISECONDS.toNanos(WAIT_MILLIS) / 2)
                .toList();
    }

    @Test
    void aSleepLiesBetweenTheReadingsOfNanoTimeAroundIt() {
        assertThat(waits(WaitKind.SLEEP)).anySatisfy(sleep -> {
            assertThat(sleep.startNanos()).isBetween(sleepStart - doubtNanos, sleepEnd);
            assertThat(sleep.startNanos() + sleep.nanos()).isBetween(sleepStart, sleepEnd + doubtNanos);
        });
    }

    @Test
    void aMonitorHasItsOwnerAndItsClass() {
        assertThat(waits(WaitKind.LOCK)).anySatisfy(wait -> {
            assertThat(wait.detail()).isEqualTo("monitor of Class");
            assertThat(wait.holder().name()).isEqualTo("monitor-owner");
        });
    }

    @Test
    void theWaitBeforeASynchronizedMethodIsTold() {
        assertThat(timeline.monitorEntries())
                .filteredOn(entry -> entry.className().equals(Synchronized.class.getName()))
                .singleElement()
                .satisfies(entry -> assertThat(entry.method()).isEqualTo("enter"));
    }

    @Test
    void parkingForALockIsALockAndOtherParkingIsNot() {
        assertThat(waits(WaitKind.LOCK))
                .anySatisfy(wait -> assertThat(wait.detail()).contains("ReentrantLock"));
        assertThat(waits(WaitKind.PARK))
                .anySatisfy(wait -> assertThat(wait.detail()).contains("String"));
    }

    @Test
    void anArrayThatIsWaitedOnIsNamedAsInSource() {
        assertThat(waits(WaitKind.WAIT))
                .anySatisfy(wait -> assertThat(wait.detail()).isEqualTo("notification of int[]"));
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_17) // later JVMs wait without an event
    void theInitialisationOfAClassIsToldAsThat() {
        assertThat(waits(WaitKind.WAIT))
                .anySatisfy(
                        wait -> assertThat(wait.detail()).isEqualTo("the initialisation of a class by another thread"));
    }

    @Test
    void aReadFromASocketHasItsAddress() {
        assertThat(waits(WaitKind.SOCKET))
                .anySatisfy(wait -> assertThat(wait.detail()).matches("read from .+:\\d+"));
    }

    @Test
    void aCollectionIsAPauseWithItsCause() {
        assertThat(timeline.pauses()).anySatisfy(pause -> {
            assertThat(pause.isGc()).isTrue();
            assertThat(pause.detail()).contains("System.gc()");
        });
    }

    @Test
    void aThreadThatAsksForACollectionWaitsForIt() {
        assertThat(timeline.waits(ME, new Span(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2)))
                .filteredOn(wait -> wait.kind() == WaitKind.COLLECTION)
                .anySatisfy(wait -> assertThat(wait.detail()).isEqualTo("System.gc()"));
    }

    @Test
    void sitesAreOutsideOfTheJdk() {
        assertThat(waits(WaitKind.SLEEP))
                .anySatisfy(wait -> assertThat(wait.site()).isEqualTo("RecordingReaderTest.record"));
    }
}
