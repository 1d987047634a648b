package org.latencyprobes.cli.deep;

import java.lang.reflect.Modifier;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;

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

    private static final String LOCKS = "java.util.concurrent.locks.";
    private static final String CONDITION = "ConditionObject";

    private WaitEvents() {}

    /** Null where the event is no wait. */
    static WaitKind kind(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case "jdk.JavaMonitorEnter" -> WaitKind.LOCK;
            case "jdk.JavaMonitorWait" -> WaitKind.WAIT;
            case "jdk.ThreadPark" -> isLock(className(event, "parkedClass")) ? WaitKind.LOCK : WaitKind.PARK;
            case "jdk.ThreadSleep" -> WaitKind.SLEEP;
            case "jdk.SocketRead", "jdk.SocketWrite" -> WaitKind.SOCKET;
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> WaitKind.FILE;
            case "jdk.VirtualThreadPinned" -> WaitKind.PINNED;
            case "jdk.ZAllocationStall" -> WaitKind.ALLOCATION;
            case "jdk.SystemGC" -> WaitKind.COLLECTION;
            default -> null;
        };
    }

    /** Whether whoever parks there waits for another thread to give a lock back. */
    private static boolean isLock(String blocker) {
        return blocker.startsWith(LOCKS) && !blocker.endsWith(CONDITION);
    }

    static String detail(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case "jdk.JavaMonitorEnter" -> monitor(event);
            case "jdk.JavaMonitorWait" -> "notification of " + simple(event, "monitorClass");
            case "jdk.ThreadPark" -> className(event, "parkedClass").isEmpty() ? "" : simple(event, "parkedClass");
            case "jdk.SocketRead" -> "read from " + address(event);
            case "jdk.SocketWrite" -> "write to " + address(event);
            case "jdk.FileRead" -> "read of " + event.getString("path");
            case "jdk.FileWrite" -> "write to " + event.getString("path");
            case "jdk.FileForce" -> "sync of " + event.getString("path");
            case "jdk.ZAllocationStall" -> "memory for the heap";
            case "jdk.SystemGC" -> "System.gc()";
            default -> "";
        };
    }

    private static String monitor(RecordedEvent event) {
        RecordedThread owner = event.getThread("previousOwner");
        String name = owner == null ? null : owner.getJavaName();
        return "monitor of " + simple(event, "monitorClass") + (name == null ? "" : ", held by \"" + name + '"');
    }

    private static String address(RecordedEvent event) {
        String host = event.getString("host");
        return (host == null || host.isEmpty() ? event.getString("address") : host) + ':' + event.getInt("port");
    }

    private static String simple(RecordedEvent event, String field) {
        return Frames.simple(className(event, field));
    }

    private static String className(RecordedEvent event, String field) {
        RecordedClass type = event.getClass(field);
        return type == null ? "" : type.getName();
    }

    /** The wait before a synchronized method, whose frame is there although none of its instructions has run; null where it is another. */
    static MonitorEntry monitorEntry(RecordedEvent event, Wait wait) {
        if (!event.getEventType().getName().equals("jdk.JavaMonitorEnter")
                || event.getStackTrace() == null
                || event.getStackTrace().getFrames().isEmpty()) {
            return null;
        }
        RecordedFrame top = event.getStackTrace().getFrames().get(0);
        return top.getBytecodeIndex() == 0
                        && Modifier.isSynchronized(top.getMethod().getModifiers())
                ? new MonitorEntry(
                        top.getMethod().getType().getName(), top.getMethod().getName(), wait)
                : null;
    }
}
