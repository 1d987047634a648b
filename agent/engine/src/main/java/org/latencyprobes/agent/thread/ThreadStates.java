package org.latencyprobes.agent.thread;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.latencyprobes.agent.base.TemporaryLoader;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.explain.WaitKind;

/**
 * What other threads wait for at a moment, by the state that the JVM keeps in a field of each, and who has it. It is the only place that tells sleep from park:
 * {@link Thread#getState} does not, and a subclass may override that. Nothing stops, no code of the application runs, nothing is allocated.
 * Thread-safe.
 */
record ThreadStates(MethodHandle holder, MethodHandle status, MethodHandle owner, MethodHandle id)
        implements Function<Thread, WaitKind> {

    private static final String PACKAGE = "jdk.internal.misc";

    /** Bits of JVM TI. */
    private static final int SLEEPING = 0x40;

    private static final int IN_OBJECT_WAIT = 0x100;
    private static final int PARKED = 0x200;
    private static final int BLOCKED = 0x400;

    /** Null where this JDK does not tell. */
    static ThreadStates of(Instrumentation instrumentation) {
        try {
            return open(TemporaryLoader.exported(instrumentation, Object.class.getModule(), PACKAGE));
        } catch (Throwable anotherJdk) {
            return null;
        }
    }

    /** The field moved to an object of its own in JDK 19. */
    private static ThreadStates open(MethodHandles.Lookup lookup) throws Throwable {
        Class<?> type = Class.forName(PACKAGE + ".Unsafe", true, null);
        Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type))
                .invoke();
        MethodHandle offset = lookup.findVirtual(
                        type, "objectFieldOffset", MethodType.methodType(long.class, Class.class, String.class))
                .bindTo(unsafe);
        MethodHandle number = lookup.findVirtual(
                        type, "getIntVolatile", MethodType.methodType(int.class, Object.class, long.class))
                .bindTo(unsafe);
        MethodHandle object = lookup.findVirtual(
                        type, "getReference", MethodType.methodType(Object.class, Object.class, long.class))
                .bindTo(unsafe);
        MethodHandle wide = lookup.findVirtual(
                        type, "getLongVolatile", MethodType.methodType(long.class, Object.class, long.class))
                .bindTo(unsafe);
        boolean isHeld = Runtime.version().feature() >= 19;
        Class<?> owner = isHeld ? Class.forName("java.lang.Thread$FieldHolder", false, null) : Thread.class;
        long statusAt = (long) offset.invoke(owner, "threadStatus");
        long holderAt = isHeld ? (long) offset.invoke(Thread.class, "holder") : 0;
        ThreadStates states = new ThreadStates(
                isHeld ? MethodHandles.insertArguments(object, 1, holderAt) : null,
                MethodHandles.insertArguments(number, 1, statusAt),
                at(object, offset, AbstractOwnableSynchronizer.class, "exclusiveOwnerThread"),
                at(wide, offset, Thread.class, "tid"));
        states.apply(Thread.currentThread());
        return states;
    }

    /** Null where this JDK has no such field: then what threads wait for is still told. */
    private static MethodHandle at(MethodHandle read, MethodHandle offset, Class<?> type, String field) {
        try {
            return MethodHandles.insertArguments(read, 1, (long) offset.invoke(type, field));
        } catch (Throwable anotherJdk) {
            return null;
        }
    }

    /** Null where it runs, or waits in native code, or that is not known. Of platform threads. */
    @Override
    public WaitKind apply(Thread thread) {
        try {
            Object held = holder == null ? thread : (Object) holder.invokeExact((Object) thread);
            int state = held == null ? 0 : (int) status.invokeExact(held);
            if ((state & BLOCKED) != 0) {
                return WaitKind.LOCK;
            }
            if ((state & SLEEPING) != 0) {
                return WaitKind.SLEEP;
            }
            if ((state & IN_OBJECT_WAIT) != 0) {
                return WaitKind.WAIT;
            }
            return (state & PARKED) == 0 ? null : parked(thread);
        } catch (Throwable anotherJdk) {
            return null;
        }
    }

    private static WaitKind parked(Thread thread) {
        Object blocker = LockSupport.getBlocker(thread);
        return blocker != null && WaitKind.isLock(blocker.getClass().getName()) ? WaitKind.LOCK : WaitKind.PARK;
    }

    /** The thread that has a synchronizer for itself, as that notes it; null where none has. */
    Thread ownerOf(Object synchronizer) {
        try {
            return (Thread) (Object) owner.invokeExact(synchronizer);
        } catch (Throwable impossible) { // it reads a field
            return null;
        }
    }

    /** A thread's Java id. Unlike {@link ThreadIds#of}, it needs no look at the thread's class. */
    long idOf(Thread thread) {
        try {
            return (long) id.invokeExact((Object) thread);
        } catch (Throwable impossible) {
            return -1;
        }
    }
}
