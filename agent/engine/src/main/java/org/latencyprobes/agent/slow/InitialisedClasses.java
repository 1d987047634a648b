package org.latencyprobes.agent.slow;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;

/** What tells whether a class is initialised, without doing it: a method of the JDK that is exported to this agent alone. */
final class InitialisedClasses {

    private static final String PACKAGE = "jdk.internal.misc";

    private final MethodHandle mustBe;

    private InitialisedClasses(MethodHandle mustBe) {
        this.mustBe = mustBe;
    }

    /** Null where this JDK does not tell. */
    static InitialisedClasses of(Instrumentation instrumentation) {
        try {
            instrumentation.redefineModule(
                    Object.class.getModule(),
                    Set.of(),
                    Map.of(PACKAGE, Set.of(InitialisedClasses.class.getModule())),
                    Map.of(),
                    Set.of(),
                    Map.of());
            Class<?> type = Class.forName(PACKAGE + ".Unsafe", true, null);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type))
                    .invoke();
            MethodType test = MethodType.methodType(boolean.class, Class.class);
            return new InitialisedClasses(
                    lookup.findVirtual(type, "shouldBeInitialized", test).bindTo(unsafe));
        } catch (Throwable anotherJdk) {
            return null;
        }
    }

    boolean contains(Class<?> type) {
        try {
            return !(boolean) mustBe.invokeExact(type);
        } catch (Throwable unknown) {
            return false;
        }
    }
}
