package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.latencyprobes.agent.callback.LoaderCache;
import org.latencyprobes.agent.callback.RxCallbackClass;

/**
 * A publisher type of Reactor or RxJava, found by name in the application's loader: {@code defer}, which calls us at each subscription, and
 * the operators that tell how a subscription ends. Immutable.
 *
 * @param type the publisher's
 * @param defer makes a publisher from a callback that gives, at each subscription, the one to subscribe to
 * @param operators add a callback to a publisher, each for another end
 * @param callback makes a callback from a cell and the first argument of the function in it
 */
record PublisherType(Class<?> type, MethodHandle defer, List<Operator> operators, MethodHandle callback) {

    private static final LoaderCache<PublisherType> KNOWN = new LoaderCache<>();
    private static final MethodType ADD = MethodType.methodType(Object.class, Object.class, Object.class);

    /** The end of a subscription that an operator tells of. */
    enum End {
        /** With a value or without. */
        SUCCEEDED,
        /** With an error. */
        FAILED,
        /** By the subscriber's wish. */
        CANCELLED
    }

    /**
     * One operator.
     *
     * @param end of which it tells
     * @param add takes publisher and callback
     */
    record Operator(End end, MethodHandle add) {}

    /** By name, as the woven class sees it. */
    static PublisherType named(String name, MethodHandles.Lookup caller) throws ReflectiveOperationException {
        PublisherType known = KNOWN.get(caller.lookupClass(), name);
        return known != null ? known : KNOWN.put(caller.lookupClass(), name, find(name, caller));
    }

    private static PublisherType find(String name, MethodHandles.Lookup caller) throws ReflectiveOperationException {
        boolean reactor = name.startsWith("reactor.");
        Class<?> type = caller.findClass(name);
        Class<?> supplier = reactor ? Supplier.class : caller.findClass(RxCallbackClass.SUPPLIER);
        Class<?> consumer = reactor ? Consumer.class : caller.findClass(RxCallbackClass.CONSUMER);
        Class<?> action = reactor ? Runnable.class : caller.findClass(RxCallbackClass.ACTION);
        MethodHandle defer = caller.findStatic(type, "defer", MethodType.methodType(type, supplier));
        return new PublisherType(
                type,
                defer.asType(MethodType.methodType(Object.class, Object.class)),
                operators(caller, type, consumer, action),
                reactor ? Callback.constructor() : RxCallbackClass.constructor(caller));
    }

    private static List<Operator> operators(
            MethodHandles.Lookup caller, Class<?> type, Class<?> consumer, Class<?> action)
            throws NoSuchMethodException {
        List<Operator> operators = new ArrayList<>();
        add(operators, End.FAILED, caller, type, "doOnError", consumer);
        boolean succeeds = add(operators, End.SUCCEEDED, caller, type, "doOnSuccess", consumer)
                | add(operators, End.SUCCEEDED, caller, type, "doOnComplete", action);
        boolean isCancelled = add(operators, End.CANCELLED, caller, type, "doOnCancel", action)
                || add(operators, End.CANCELLED, caller, type, "doOnDispose", action);
        if (operators.size() < End.values().length || !succeeds || !isCancelled) {
            throw new NoSuchMethodException(type.getName() + " has not all of doOnError, doOnSuccess, doOnCancel");
        }
        return operators;
    }

    private static boolean add(
            List<Operator> operators,
            End end,
            MethodHandles.Lookup caller,
            Class<?> type,
            String name,
            Class<?> function) {
        try {
            MethodHandle method = caller.findVirtual(type, name, MethodType.methodType(type, function));
            operators.add(new Operator(end, method.asType(ADD)));
            return true;
        } catch (ReflectiveOperationException ofAnotherType) {
            return false;
        }
    }

    /** A deferred publisher around this one. */
    Object deferred(AtomicReference<?> cell, Object publisher) throws Throwable {
        return (Object) defer.invokeExact((Object) callback.invokeExact(cell, publisher));
    }

    /**
     * Whether nothing is lost if a publisher is replaced by another one of this type: not so if it is of a public type beside it, such as
     * a connectable flux, for which its receiver may ask.
     */
    boolean isReplaceable(Object publisher) {
        for (Class<?> kind = publisher.getClass(); kind != type; kind = kind.getSuperclass()) {
            if (Modifier.isPublic(kind.getModifiers()) && !isInternal(kind.getName())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isInternal(String name) {
        return name.contains(".internal.")
                || name.equals("reactor.core.publisher.MonoOperator")
                || name.equals("reactor.core.publisher.FluxOperator");
    }
}
