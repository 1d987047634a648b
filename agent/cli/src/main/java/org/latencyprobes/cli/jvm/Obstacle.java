package org.latencyprobes.cli.jvm;

import java.util.Optional;

/** What can be seen from outside to stand in the way of attaching, so that nothing is sent to a process in vain, or to its harm. */
final class Obstacle {

    static final String NO_MODULE = "this Java runtime (" + System.getProperty("java.home")
            + ") lacks the module jdk.attach, without which no JVM can be attached to: run the command line with a JDK, or make the"
            + " image with: jlink --add-modules jdk.attach";
    private static final int OLDEST_JAVA = 17;
    private static final int ROOT = 0;

    private Obstacle() {}

    /** A sentence, or nothing. */
    static Optional<String> before(JvmProcess process) {
        if (process.isOwn()) {
            return Optional.of("process " + process.pid() + " is this command line itself: name another JVM");
        }
        if (!process.isThere()) {
            return Optional.of("there is no process " + process.pid() + "; the command list shows the JVMs there are");
        }
        return Optional.ofNullable(ofUser(process))
                .or(() -> Optional.ofNullable(ofKind(process)))
                .or(() -> Optional.ofNullable(ofState(process)));
    }

    private static String ofUser(JvmProcess process) {
        int own = JvmProcess.ownUid();
        if (own == ROOT || process.uid() < 0 || process.uid() == own) {
            return null;
        }
        return "process " + process.pid() + " belongs to user " + process.user() + ", this command line runs as "
                + JvmProcess.ownUser() + ": only the same user, or root, can attach (sudo -u " + process.user()
                + " java -jar ...)";
    }

    private static String ofKind(JvmProcess process) {
        if (!process.isJvm()) {
            return "process " + process.pid() + " (" + process.name()
                    + ") is not a JVM; the command list shows those there are";
        }
        String version = process.javaVersion();
        int feature = JvmProcess.feature(version);
        return feature == 0 ? null : ofVersion(process, feature, version);
    }

    /** Null where the JVM is new enough. */
    static String ofVersion(JvmProcess process, int feature, String version) {
        return feature >= OLDEST_JAVA
                ? null
                : process + " is Java " + version + ": the agent needs " + OLDEST_JAVA + " or later";
    }

    private static String ofState(JvmProcess process) {
        if (process.isStopped()) {
            return process + " is stopped (by kill -STOP or a debugger) and cannot answer: kill -CONT " + process.pid()
                    + " lets it go on";
        }
        if (process.command().isSwitched("DisableAttachMechanism", true)) {
            return noAttaching(process);
        }
        if (process.command().isSwitched("EnableDynamicAgentLoading", false)) {
            return noLoading(process);
        }
        if (!process.isListening() && !process.takesSigquit()) {
            return process + " is not ready to be attached to: it is just starting, or handles no SIGQUIT; try again";
        }
        return null;
    }

    static String noAttaching(JvmProcess process) {
        return process + " runs with -XX:+DisableAttachMechanism: start it without that flag, or with"
                + " -javaagent:latency-probes-agent.jar";
    }

    static String noLoading(JvmProcess process) {
        return process
                + " runs with -XX:-EnableDynamicAgentLoading, so nothing can be loaded into it: start it without that"
                + " flag, or with -javaagent:latency-probes-agent.jar";
    }
}
