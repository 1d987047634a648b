package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.latencyprobes.agent.protocol.Answer;

/** The list of all visible JVMs, with the agent's version in those that have one. Nothing is loaded into any of them. */
public final class JvmList {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final String LAUNCHER = "org/latencyprobes/launcher/Launcher.class";

    private record Jvm(long pid, String main, String user, String java, String agent, String remark) {}

    private JvmList() {}

    /**
     * Lists them.
     *
     * @return a table {@code jvms}
     * @throws UnreachableException if this Java runtime cannot tell
     */
    public static Answer answer() throws UnreachableException {
        return answer(all());
    }

    static Answer answer(List<JvmProcess> processes) {
        List<Jvm> jvms = new ArrayList<>();
        for (JvmProcess process : processes) {
            Jvm jvm = jvm(process);
            if (process.isThere()) { // else it has ended meanwhile
                jvms.add(jvm);
            }
        }
        Answer answer = new Answer().add("jvms", Jvm.class, jvms);
        return jvms.isEmpty() ? answer.say("no JVM is to be seen from here, but for that of this command") : answer;
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
        return AttachApi.all();
    }

    private static Jvm jvm(JvmProcess process) {
        String agent;
        String remark = "";
        try {
            agent = new AttachClient(process.pid(), null, TIMEOUT, sentence -> {}).agentVersion();
        } catch (UnreachableException e) {
            agent = hasLauncher(process) ? "?" : null;
            remark = e.getMessage();
        }
        return new Jvm(
                process.pid(),
                process.command().main(),
                process.user(),
                process.javaVersion(),
                agent == null ? "" : agent,
                remark);
    }

    /** Whether there is or was an agent: the launcher's jar stays open as long as the JVM lives. */
    static boolean hasLauncher(JvmProcess process) {
        if (!ProcFolder.exist()) {
            return true;
        }
        long endNanos = System.nanoTime() + BoundedFile.TIMEOUT.toNanos(); // of all, however many it has open
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
            return BoundedFile.read(
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
}
