package org.latencyprobes.cli.why.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of how much of a wait's time was asked for, by events of this JVM that are taken to have ended a second after their begin. */
@Tag("each-jdk")
final class LateWaitTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SLACK = MILLI;
    private static final long HOUR_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long ME = Thread.currentThread().getId();

    private static List<RecordedEvent> events;

    @BeforeAll
    static void record(@TempDir Path folder) throws Exception {
        Object monitor = new Object();
        Path file = folder.resolve("late.jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of("jdk.ThreadSleep", "jdk.ThreadPark", "jdk.JavaMonitorWait")) {
                recording.enable(event).withoutThreshold();
            }
            recording.start();
            Thread.sleep(20); // the time that is read
            LockSupport.parkNanos("for 30", 30 * MILLI);
            LockSupport.unpark(Thread.currentThread());
            LockSupport.parkUntil(1L, System.currentTimeMillis() + HOUR_MILLIS);
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park('c');
            synchronized (monitor) {
                monitor.wait(50);
                Thread other = new Thread(() -> {
                    synchronized (monitor) {
                        monitor.notifyAll();
                    }
                });
                other.start();
                monitor.wait();
            }
            recording.dump(file);
        }
        events = RecordingFile.readAllEvents(file);
    }

    private static List<Long> most(String type, String blocker) {
        return most(type, blocker, SECOND);
    }

    private static List<Long> most(String type, String blocker, long tookNanos) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("jdk." + type))
                .filter(event -> event.getThread() != null && event.getThread().getJavaThreadId() == ME)
                .filter(event -> blocker.isEmpty()
                        || event.getClass("parkedClass") != null
                                && event.getClass("parkedClass").getName().equals(blocker))
                .map(event -> WaitEvents.mostNanos(event, tookNanos))
                .toList();
    }

    @Test
    void aSleepEndsAfterItsTime() {
        assertThat(most("ThreadSleep", ""))
                .singleElement()
                .satisfies(nanos -> assertThat(nanos).isBetween(20 * MILLI, 20 * MILLI + SLACK));
    }

    @Test
    void parkingForATimeAndUntilAMomentEndsThen() {
        assertThat(most("ThreadPark", "java.lang.String"))
                .allSatisfy(nanos -> assertThat(nanos).isBetween(30 * MILLI, 30 * MILLI + SLACK))
                .isNotEmpty();
        assertThat(most("ThreadPark", "java.lang.Long", 2 * HOUR_MILLIS * MILLI))
                .allSatisfy(
                        nanos -> assertThat(nanos).isBetween(HOUR_MILLIS * MILLI / 2, HOUR_MILLIS * MILLI + 2 * SLACK))
                .isNotEmpty();
    }

    @Test
    void parkingWithoutALimitIsAsLongAsItWas() {
        assertThat(most("ThreadPark", "java.lang.Character")).isNotEmpty().allMatch(nanos -> nanos == SECOND);
    }

    @Test
    void waitsForAMonitorEndAfterTheirLimitIfTheyHaveOne() {
        assertThat(most("JavaMonitorWait", ""))
                .hasSize(2)
                .anySatisfy(nanos -> assertThat(nanos).isBetween(50 * MILLI, 50 * MILLI + SLACK))
                .contains(SECOND);
    }

    @Test
    void aWaitThatEndedInTimeIsAsLongAsItWas() {
        assertThat(events.stream()
                        .filter(event -> event.getEventType().getName().equals("jdk.ThreadSleep"))
                        .map(event -> WaitEvents.mostNanos(event, 3 * MILLI)))
                .containsOnly(3 * MILLI);
    }
}
