package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import org.latencyprobes.agent.pattern.NearestName;

/** The JVM that a word on the command line stands for: its process id, or a main class or jar that no other JVM has. */
public final class NamedJvm {

    private NamedJvm() {}

    /**
     * Whether a word has the form of a process id.
     *
     * @param word any
     */
    public static boolean isPid(String word) {
        return word.matches("[1-9]\\d{0,17}");
    }

    /**
     * Whether a word stands for a JVM.
     *
     * @param word any
     * @return true for each process id, whether there is such a process or not
     * @throws UnreachableException if this Java runtime cannot list JVMs
     */
    public static boolean isOne(String word) throws UnreachableException {
        return isPid(word) || named(word, JvmList.all()).size() == 1;
    }

    /**
     * Finds the process id.
     *
     * @param word a process id; or the name of a main class, with or without its package, or of a jar, with or without {@code .jar}
     * @return the word's number, or that of the only JVM of that name
     * @throws NoSuchElementException if there is none; the message says so
     * @throws IllegalArgumentException if there is more than one; the message names them
     * @throws UnreachableException if this Java runtime cannot list JVMs
     */
    public static long pid(String word) throws UnreachableException {
        if (isPid(word)) {
            return Long.parseLong(word);
        }
        List<JvmProcess> all = JvmList.all();
        List<JvmProcess> named = named(word, all);
        if (named.size() == 1) {
            return named.get(0).pid();
        }
        if (named.isEmpty()) {
            throw new NoSuchElementException("\"" + word
                    + "\" is not a process id, and no JVM here has that main class or jar"
                    + NearestName.end(
                            word, all.stream().map(jvm -> simple(main(jvm))).toList())
                    + "; the command list shows all");
        }
        throw new IllegalArgumentException(named.size() + " JVMs are called \"" + word + "\", so give a process id: "
                + named.stream().map(jvm -> jvm.pid() + " " + main(jvm)).collect(Collectors.joining(", ")));
    }

    /**
     * A process for people.
     *
     * @param pid any
     * @return its main class or jar as far as that is known, its id, and the host
     */
    public static String said(long pid) {
        String main = main(JvmProcess.of(pid));
        return (main.isEmpty() ? "" : main + ", ") + "process " + pid + " on " + host();
    }

    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException elsewhere) {
            return System.getenv().getOrDefault("COMPUTERNAME", "this host");
        }
    }

    private static List<JvmProcess> named(String word, List<JvmProcess> all) {
        List<JvmProcess> exact =
                all.stream().filter(jvm -> main(jvm).equals(word)).toList();
        return exact.isEmpty()
                ? all.stream().filter(jvm -> simple(main(jvm)).equals(word)).toList()
                : exact;
    }

    private static String main(JvmProcess jvm) {
        return jvm.command().main();
    }

    private static String simple(String main) {
        return main.endsWith(".jar")
                ? main.substring(0, main.length() - ".jar".length())
                : main.substring(main.lastIndexOf('.') + 1);
    }
}
