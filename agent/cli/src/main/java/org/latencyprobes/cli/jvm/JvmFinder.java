package org.latencyprobes.cli.jvm;

import java.util.List;

/** A finder of JVMs by what they run, from outside: nothing is loaded into them. Stateless. */
public final class JvmFinder {

    private JvmFinder() {}

    /**
     * What a JVM runs.
     *
     * @param pid its process id
     * @return the main class or module, or the jar's file name; empty if it cannot be read
     */
    public static String main(long pid) {
        return JvmProcess.of(pid).command().main();
    }

    /**
     * Whether a process is there.
     *
     * @param pid its process id
     * @return false once it has ended
     */
    public static boolean isThere(long pid) {
        return JvmProcess.of(pid).isThere();
    }

    /**
     * The JVMs that run something and can be attached to.
     *
     * @param main as {@link #main} gives it
     * @return their process ids, the largest first; empty where nobody can tell
     */
    public static List<Long> running(String main) {
        if (main.isEmpty() || !ProcFolder.exist()) {
            return List.of();
        }
        return ProcFolder.all().stream()
                .filter(pid -> runs(JvmProcess.of(pid), main))
                .sorted((one, two) -> Long.compare(two, one))
                .toList();
    }

    private static boolean runs(JvmProcess process, String main) {
        return !process.isOwn()
                && process.command().main().equals(main)
                && process.isThere()
                && process.isJvm()
                && process.uid() == JvmProcess.ownUid();
    }
}
