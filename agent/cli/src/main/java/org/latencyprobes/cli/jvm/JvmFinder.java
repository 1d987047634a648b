package org.latencyprobes.cli.jvm;

import java.time.Instant;
import java.util.Comparator;
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
     * The JVMs of this user that run something and have begun since.
     *
     * @param main as {@link #main} gives it
     * @param since the earliest time of their start
     * @return their process ids, the largest first; empty where nobody can tell
     */
    public static List<Long> begun(String main, Instant since) {
        if (main.isEmpty() || !ProcFolder.exist()) {
            return List.of();
        }
        return ProcFolder.all().stream()
                .filter(pid -> hasBegun(pid, since) && runs(JvmProcess.of(pid), main))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private static boolean hasBegun(long pid, Instant since) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .filter(start -> !start.isBefore(since))
                .isPresent();
    }

    private static boolean runs(JvmProcess process, String main) {
        return !process.isOwn()
                && process.command().main().equals(main)
                && process.isThere()
                && process.isJvm()
                && process.uid() == JvmProcess.ownUid();
    }
}
