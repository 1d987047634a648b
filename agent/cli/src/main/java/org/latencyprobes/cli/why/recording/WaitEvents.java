package org.latencyprobes.cli.why.recording;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.explain.Holder;
import org.latencyprobes.explain.Wait;
import org.latencyprobes.explain.WaitKind;

/** The events of Flight Recorder that are waits of a thread: their kinds, and what they say in words. Stateless. */
final class WaitEvents {

    /** Those whose absence leaves waits of platform threads untold. */
    static final Set<String> OF_PLATFORM_THREADS = Set.of(
            "jdk.JavaMonitorEnter",
            "jdk.JavaMonitorWait",
            "jdk.ThreadPark",
            "jdk.ThreadSleep",
            "jdk.SocketRead",
            "jdk.SocketWrite",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.FileForce",
            "jdk.ZAllocationStall");

    /** Linux lets timers of a thread expire so much later, unless it is told otherwise: PR_SET_TIMERSLACK of prctl(2). */
    private static final long TIMER_SLACK_NANOS = 50_000;

    private WaitEvents() {}

    /** Null where the event is no wait. */
    static WaitKind kind(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case "jdk.JavaMonitorEnter" -> WaitKind.LOCK;
            case "jdk.JavaMonitorWait" -> WaitKind.WAIT;
            case "jdk.ThreadPark" -> WaitKind.isLock(className(event, "parkedClass")) ? WaitKind.LOCK : WaitKind.PARK;
            case "jdk.ThreadSleep" -> WaitKind.SLEEP;
            case "jdk.SocketRead", "jdk.SocketWrite" -> WaitKind.SOCKET;
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> WaitKind.FILE;
            case "jdk.VirtualThreadPinned" -> WaitKind.PINNED;
            case "jdk.ZAllocationStall" -> WaitKind.ALLOCATION;
            case "jdk.SystemGC" -> WaitKind.COLLECTION;
            default -> null;
        };
    }

    static String detail(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case "jdk.JavaMonitorEnter" -> "monitor of " + simple(event, "monitorClass");
            case "jdk.JavaMonitorWait" ->
                isOfInitialisation(event)
                        ? "the initialisation of a class by another thread"
                        : "notification of " + simple(event, "monitorClass");
            case "jdk.ThreadPark" -> className(event, "parkedClass").isEmpty() ? "" : simple(event, "parkedClass");
            case "jdk.SocketRead" -> "read from " + address(event);
            case "jdk.SocketWrite" -> "write to " + address(event);
            case "jdk.FileRead" -> "read of " + EventTexts.of(event, "path");
            case "jdk.FileWrite" -> "write to " + EventTexts.of(event, "path");
            case "jdk.FileForce" -> "sync of " + EventTexts.of(event, "path");
            case "jdk.ZAllocationStall" -> "allocation stall";
            case "jdk.VirtualThreadPinned" -> "pinned";
            case "jdk.SystemGC" -> "System.gc()";
            default -> "";
        };
    }

    /**
     * How much of a wait's time it was waited for: what was asked for, where the thread came back later. Units differ between versions of the
     * JDK. What is negative, or 0 where that stands for no limit, is none.
     */
    static long mostNanos(RecordedEvent event, long nanos) {
        Duration asked = switch (event.getEventType().getName()) {
            case "jdk.ThreadSleep" -> asked(event, "time");
            case "jdk.JavaMonitorWait" -> limit(asked(event, "timeout"));
            case "jdk.ThreadPark" -> {
                Duration timeout = limit(asked(event, "timeout"));
                yield timeout == null ? until(event) : timeout;
            }
            default -> null;
        };
        boolean isLate = asked != null
                && !asked.isNegative()
                && asked.compareTo(Duration.ofNanos(Math.max(0, nanos - TIMER_SLACK_NANOS))) < 0;
        return isLate ? asked.toNanos() + TIMER_SLACK_NANOS : nanos;
    }

    private static Duration asked(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getDuration(field) : null;
    }

    private static Duration limit(Duration asked) {
        return asked == null || asked.isZero() || asked.isNegative() ? null : asked;
    }

    /** By the wall clock; null where it tells another time than when the recording began, or where there is no such moment. */
    private static Duration until(RecordedEvent event) {
        long millis = event.hasField("until") ? event.getLong("until") : 0;
        return millis <= 0 ? null : limit(Duration.between(event.getStartTime(), Instant.ofEpochMilli(millis)));
    }

    /** The JVM waits on an array of its own there, without a call of {@link Object#wait}. */
    private static boolean isOfInitialisation(RecordedEvent event) {
        return className(event, "monitorClass").equals("[I")
                && event.getStackTrace() != null
                && !event.getStackTrace().getFrames().isEmpty()
                && !Frames.type(event.getStackTrace().getFrames().get(0).getMethod())
                        .equals("java.lang.Object");
    }

    /** Flight Recorder knows who had a monitor last, and of no lock of the JDK's library. */
    static Holder holder(RecordedEvent event) {
        RecordedThread owner =
                event.getEventType().getName().equals("jdk.JavaMonitorEnter") ? event.getThread("previousOwner") : null;
        return owner == null ? Holder.NONE : holder(owner, "");
    }

    /** Virtual threads are named as the agent does. */
    static Holder holder(RecordedThread thread, String place) {
        String name = Objects.toString(thread.getJavaName(), "");
        long id = thread.getJavaThreadId();
        boolean isVirtual = thread.hasField("virtual") && thread.getBoolean("virtual"); // since JDK 21
        String told = isVirtual ? Texts.virtualThread(name, id) : name;
        return told.isEmpty() ? Holder.NONE : new Holder(told, id, place);
    }

    private static String address(RecordedEvent event) {
        String host = EventTexts.of(event, "host");
        return (host.isEmpty() ? EventTexts.of(event, "address") : host) + ':' + event.getInt("port");
    }

    private static String simple(RecordedEvent event, String field) {
        return Frames.simple(className(event, field));
    }

    private static String className(RecordedEvent event, String field) {
        return Frames.className(event.getClass(field));
    }

    /** The wait before a synchronized method, whose frame is there although none of its instructions has run; null where it is another. */
    static MonitorEntry monitorEntry(RecordedEvent event, Wait wait) {
        if (!event.getEventType().getName().equals("jdk.JavaMonitorEnter")
                || event.getStackTrace() == null
                || event.getStackTrace().getFrames().isEmpty()) {
            return null;
        }
        RecordedFrame top = event.getStackTrace().getFrames().get(0);
        String type = Frames.type(top.getMethod());
        return !type.isEmpty()
                        && top.getMethod().getName() != null
                        && top.getBytecodeIndex() == 0
                        && Modifier.isSynchronized(top.getMethod().getModifiers())
                ? new MonitorEntry(type, top.getMethod().getName(), wait)
                : null;
    }
}
