package org.latencyprobes.agent.weave.code;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.latencyprobes.agent.select.ClassDecision;
import org.latencyprobes.agent.select.ProbedMethods;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.SelectionRules;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * A class that is woven, linked and called before any class of the application. So all that weaving and linking need, of ours and of the
 * JDK's, is loaded and initialised while there is stack for it.
 */
public final class WarmUp implements Runnable {

    WarmUp() {}

    /** Is woven but not called: what linking its call site needs besides that of a method is not worth the wait of the first class. */
    @Probe("warm-up")
    WarmUp(int unused) {}

    /**
     * Does so with the weaver that most classes need.
     *
     * @param bootstrap links the class
     * @throws ReflectiveOperationException if the class can't be made
     * @throws IOException if the agent's jar can't be read
     */
    public static void linkedBy(Method bootstrap) throws ReflectiveOperationException, IOException {
        with(new Weaver(bootstrap));
    }

    public static void with(ClassWeaver weaver) throws ReflectiveOperationException, IOException {
        byte[] classFile = classFile();
        WovenClass woven = weaver.weave(
                classFile, ClassDecision.on(classFile, SelectionRules.of(Selection.NONE), ProbedMethods.NOTHING));
        Class<?> copy = MethodHandles.lookup()
                .defineHiddenClass(woven.classFile(), true)
                .lookupClass();
        OpenCalls.runUnseen((Runnable) copy.getDeclaredConstructor().newInstance());
    }

    private static byte[] classFile() throws IOException {
        try (InputStream content = WarmUp.class
                .getClassLoader()
                .getResourceAsStream(WarmUp.class.getName().replace('.', '/') + ".class")) {
            return content.readAllBytes();
        }
    }

    @Override
    @Probe("warm-up")
    public void run() {
        try {
            taggedOnce();
            taggedTwice();
            throwing();
        } catch (IllegalStateException expected) {
            return;
        }
    }

    @Probe(
            value = "warm-up",
            tags = {"key", "value"})
    static void taggedOnce() {}

    @Probe(
            value = "warm-up",
            tags = {"key", "value", "other key", "other value"})
    static void taggedTwice() {}

    @Probe("warm-up")
    static void throwing() {
        throw new IllegalStateException("warm-up");
    }
}
