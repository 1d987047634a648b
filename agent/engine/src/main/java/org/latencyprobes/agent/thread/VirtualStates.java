package org.latencyprobes.agent.thread;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.TemporaryLoader;

/**
 * What virtual threads are in at a moment, by two fields that the JDK keeps in each. {@link Thread#getState} would take a lock that the thread
 * itself takes to leave its carrier. Nothing stops, and nothing is allocated. Thread-safe.
 */
final class VirtualStates {

    /** What a virtual thread can be in. */
    enum Group {
        /** It would run, and has no carrier. */
        READY,
        /** It is on its carrier, as far as that says. */
        MOUNTED,
        PARKED,
        PARKED_FOR_TIME,
        BLOCKED,
        WAITING,
        /** It has not begun, or has ended, or this JDK has a state that nobody knows. */
        OTHER
    }

    /** By name, since the numbers differ between versions of the JDK. Not each has all of them. */
    private static final Map<Group, List<String>> NAMES = Map.of(
            Group.READY, List.of("STARTED", "RUNNABLE", "UNPARKED", "UNBLOCKED", "YIELDED"),
            Group.MOUNTED,
                    List.of("RUNNING", "PARKING", "TIMED_PARKING", "YIELDING", "BLOCKING", "WAITING", "TIMED_WAITING"),
            Group.PARKED, List.of("PARKED", "PINNED"),
            Group.PARKED_FOR_TIME, List.of("TIMED_PARKED", "TIMED_PINNED"),
            Group.BLOCKED, List.of("BLOCKED"),
            Group.WAITING, List.of("WAIT", "TIMED_WAIT"));

    private static final int STATES = 1 << 7;

    private final Class<?> type;
    private final MethodHandle state;
    private final MethodHandle carrier;
    private final Group[] groups = new Group[STATES];
    private final boolean areTimesTold;

    private VirtualStates(MethodHandles.Lookup lookup) throws Throwable {
        type = lookup.lookupClass();
        state = lookup.findGetter(type, "state", int.class).asType(MethodType.methodType(int.class, Thread.class));
        carrier = lookup.findGetter(type, "carrierThread", Thread.class)
                .asType(MethodType.methodType(Thread.class, Thread.class));
        Arrays.fill(groups, Group.OTHER);
        boolean hasTimed = false;
        for (Map.Entry<Group, List<String>> names : NAMES.entrySet()) {
            for (String name : names.getValue()) {
                int number = number(lookup, name);
                if (number >= 0) {
                    groups[number & STATES - 1] = names.getKey();
                    hasTimed |= names.getKey() == Group.PARKED_FOR_TIME;
                }
            }
        }
        areTimesTold = hasTimed;
    }

    private static int number(MethodHandles.Lookup lookup, String name) throws Throwable {
        try {
            return (int) lookup.findStaticGetter(lookup.lookupClass(), name, int.class)
                    .invokeExact();
        } catch (NoSuchFieldException notInThisJdk) {
            return -1;
        }
    }

    /** Null where this JDK does not tell. To be asked for once there are virtual threads, whose class is initialised by this. */
    static VirtualStates of(Instrumentation instrumentation) {
        try {
            Class<?> type = Class.forName("java.lang.VirtualThread", false, null);
            return new VirtualStates(MethodHandles.privateLookupIn(
                    type, TemporaryLoader.opened(instrumentation, type.getModule(), type.getPackageName())));
        } catch (Throwable anotherJdk) {
            return null;
        }
    }

    /** Whether this is a virtual thread that has a carrier of its own only now and then. */
    boolean isKnown(Thread thread) {
        return thread.getClass() == type;
    }

    /** Of a thread that is known. */
    Group of(Thread thread) {
        try {
            return groups[(int) state.invokeExact(thread) & STATES - 1]; // another bit says that it is suspended
        } catch (Throwable impossible) { // it reads a field
            return Group.OTHER;
        }
    }

    /** Null where it is on none. */
    Thread carrier(Thread thread) {
        try {
            return (Thread) carrier.invokeExact(thread);
        } catch (Throwable impossible) {
            return null;
        }
    }

    /** Whether who parks for a time is told from who does not. */
    boolean areTimesTold() {
        return areTimesTold;
    }
}
