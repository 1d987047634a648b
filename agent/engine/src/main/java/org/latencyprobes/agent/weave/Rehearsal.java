package org.latencyprobes.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.latencyprobes.agent.select.Decision;
import org.latencyprobes.agent.select.Rulebook;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.Taken;
import org.latencyprobes.annotation.Probe;

/**
 * Is woven, linked and called before any class of the application's, so that all that this needs, of ours and of the JDK's, is loaded
 * and initialised while there is stack for it.
 */
final class Rehearsal implements Runnable {

    @Probe("rehearsal")
    Rehearsal() {}

    static void with(Weaver weaver) throws ReflectiveOperationException, IOException {
        byte[] classFile = classFile();
        byte[] woven = weaver.weave(classFile, Decision.on(classFile, Rulebook.of(Selection.NONE), Taken.NOTHING));
        Class<?> copy = MethodHandles.lookup().defineHiddenClass(woven, true).lookupClass();
        ((Runnable) copy.getDeclaredConstructor().newInstance()).run();
    }

    private static byte[] classFile() throws IOException {
        try (InputStream content = Rehearsal.class
                .getClassLoader()
                .getResourceAsStream(Rehearsal.class.getName().replace('.', '/') + ".class")) {
            return content.readAllBytes();
        }
    }

    @Override
    @Probe("rehearsal")
    public void run() {
        try {
            taggedOnce();
            taggedTwice();
            throwing();
        } catch (IllegalStateException rehearsed) {
            return;
        }
    }

    @Probe(
            value = "rehearsal",
            tags = {"key", "value"})
    static void taggedOnce() {}

    @Probe(
            value = "rehearsal",
            tags = {"key", "value", "other key", "other value"})
    static void taggedTwice() {}

    @Probe("rehearsal")
    static void throwing() {
        throw new IllegalStateException("rehearsal");
    }
}
