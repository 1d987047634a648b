package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipFile;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;

/** The list of all visible JVMs, with the agent's version in those that have one. Nothing is loaded into any of them. */
public final class JvmList {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final String LAUNCHER = "org/latencyprobes/launcher/Launcher.class";

    private static final Column[] COLUMNS = {
        Column.id("pid"),
        Column.text("main"),
        Column.text("user"),
        Column.text("java"),
        Column.text("agent"),
        Column.text("remark")
    };

    private JvmList() {}

    /**
     * Lists them.
     *
     * @return a table {@code jvms}
     * @throws UnreachableException if this Java runtime cannot tell
     */
    public static Answer answer() throws UnreachableException {
        Answer answer = new Answer().table("jvms", COLUMNS);
        for (JvmProcess process : all()) {
            add(answer, process);
        }
        if (answer.rows("jvms").isEmpty()) {
            answer.say("no JVM is to be seen from here, but for that of this command");
        }
        return answer;
    }

    /** All but this one. */
    static List<JvmProcess> all() throws UnreachableException {
        return pids().stream()
                .map(JvmProcess::of)
                .filter(process -> !process.isOwn() && process.isThere() && process.isJvm())
                .toList();
    }

    private static List<Long> pids() throws UnreachableException {
        if (ProcFolder.exist()) {
            return ProcFolder.all();
        }
        if (!AttachPrecheck.isAttachingPossible()) {
            throw new UnreachableException(AttachPrecheck.NO_MODULE);
        }
        return AttachedJvm.all();
    }

    private static void add(Answer answer, JvmProcess process) {
        String agent = "";
        String remark = AttachPrecheck.isAttachingPossible()
                ? AttachPrecheck.problem(process).orElse("")
                : "cannot be attached to: no module jdk.attach";
        if (hasLauncher(process)) {
            try {
                agent = remark.isEmpty() ? agent(process) : "?";
            } catch (UnreachableException e) {
                agent = "?";
                remark = e.getMessage();
            }
        }
        answer.row(process.pid(), process.command().main(), process.user(), process.javaVersion(), agent, remark);
    }

    /** Whether there is or was an agent: the launcher's jar stays open as long as the JVM lives. */
    static boolean hasLauncher(JvmProcess process) {
        if (!ProcFolder.exist()) {
            return true;
        }
        long endNanos = System.nanoTime() + OthersFile.TIMEOUT.toNanos(); // of all, however many it has open
        for (Path jar : process.openJars()) {
            Duration left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
            if (!left.isZero() && isAgent(jar, left)) {
                return true;
            }
        }
        return false;
    }

    /** Nothing of it is unpacked, which may be large. */
    private static boolean isAgent(Path file, Duration timeout) {
        try {
            return OthersFile.read(
                    file,
                    () -> {
                        try (ZipFile jar = new ZipFile(file.toFile())) {
                            return jar.getEntry(LAUNCHER) != null;
                        }
                    },
                    timeout);
        } catch (IOException e) {
            return false;
        }
    }

    private static String agent(JvmProcess process) throws UnreachableException {
        try (AttachConnection connection = AttachConnection.to(process, TIMEOUT)) {
            String version = connection.agentVersion();
            return version == null ? "" : version;
        }
    }
}
