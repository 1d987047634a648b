package org.latencyprobes.agent.slow;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.latencyprobes.agent.base.TemporaryLoader;

/** What tells whether a class is initialised, without doing it: a method of the JDK that is exported for as long as it takes to find it. */
public final class InitialisedClasses {

    private static final String PACKAGE = "jdk.internal.misc";

    private final MethodHandle mustBe;

    private InitialisedClasses(MethodHandle mustBe) {
        this.mustBe = mustBe;
    }

    /**
     * Finds it.
     *
     * @param instrumentation exports it
     * @return null where this JDK does not tell
     */
    public static InitialisedClasses of(Instrumentation instrumentation) {
        try {
            MethodHandles.Lookup lookup = TemporaryLoader.exported(instrumentation, Object.class.getModule(), PACKAGE);
            Class<?> type = Class.forName(PACKAGE + ".Unsafe", true, null);
            Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type))
                    .invoke();
            MethodType test = MethodType.methodType(boolean.class, Class.class);
            return new InitialisedClasses(
                    lookup.findVirtual(type, "shouldBeInitialized", test).bindTo(unsafe));
        } catch (Throwable anotherJdk) {
            return null;
        }
    }

    /**
     * Whether a class is initialised.
     *
     * @param type any
     * @return false where that is not known
     */
    public boolean contains(Class<?> type) {
        try {
            return !(boolean) mustBe.invokeExact(type);
        } catch (Throwable unknown) {
            return false;
        }
    }
}
