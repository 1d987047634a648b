package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * A factory of the callbacks that the application's objects hold: instances of the class on the bootstrap loader. Each has a cell that the
 * agent empties when it leaves. So a future that is never completed keeps two small objects of the JDK's loader, and nothing of the agent.
 */
final class Callback {

    private static final MethodType TYPE = MethodType.methodType(Object.class, AtomicReference.class, Object.class);
    private static final MethodHandle NEW = constructor();

    private Callback() {}

    /** Takes a cell and the first argument of the function in it; a {@code BiConsumer}, {@code Consumer}, {@code Supplier}, {@code Runnable}. */
    static MethodHandle constructor() {
        try {
            Class<?> link = Class.forName(BootstrapClass.NAME, true, null);
            return MethodHandles.publicLookup()
                    .findConstructor(link, TYPE.changeReturnType(void.class))
                    .asType(TYPE);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unchecked") // which it is
    static BiConsumer<Object, Throwable> to(AtomicReference<BiFunction<Object, Object, Object>> cell, Object subject)
            throws Throwable {
        return (BiConsumer<Object, Throwable>) (Object) NEW.invokeExact(cell, subject);
    }
}
