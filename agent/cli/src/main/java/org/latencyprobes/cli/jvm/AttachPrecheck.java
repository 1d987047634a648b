package org.latencyprobes.cli.jvm;

import java.util.Optional;

/**
 * The checks of a process before an attempt to attach. They only look from outside, so that a process that cannot be attached to, or that
 * the attempt would harm, is left alone.
 */
final class AttachPrecheck {

    static final String NO_MODULE = "this Java runtime (" + System.getProperty("java.home")
            + ") lacks the module jdk.attach, without which no JVM can be attached to: run the command line with a"
            + " JDK, or make the image with: jlink --add-modules jdk.attach";
    private static final int OLDEST_JAVA = 17;
    private static final int ROOT = 0;

    private AttachPrecheck() {}

    /** Where there is {@code /proc}, no JDK is needed to attach. */
    static boolean isAttachingPossible() {
        return ProcFolder.exist() || AttachApi.isModuleThere();
    }

    /** Why the process cannot be attached to, as a sentence; empty if it can. */
    static Optional<String> problem(JvmProcess process) {
        if (process.isOwn()) {
            return Optional.of("process " + process.pid() + " is this command line itself: name another JVM");
        }
        if (!process.isThere()) {
            return Optional.of("there is no process " + process.pid() + "; the command list shows the JVMs there are");
        }
        return Optional.ofNullable(userProblem(process))
                .or(() -> Optional.ofNullable(kindProblem(process)))
                .or(() -> Optional.ofNullable(AttachPlaces.problem(process)))
                .or(() -> Optional.ofNullable(stateProblem(process)));
    }

    private static String userProblem(JvmProcess process) {
        int own = JvmProcess.ownUid();
        if (!process.knowsOwnUser()) {
            return process + " is in a user namespace in which the user of this command line, " + JvmProcess.ownUser()
                    + ", does not exist: the JVM would print its threads, and not answer. Run the command line in it,"
                    + " with: nsenter -U -t " + process.pid() + " java -jar ...";
        }
        if (own == ROOT || process.uid() < 0 || process.uid() == own) {
            return null;
        }
        return "process " + process.pid() + " belongs to user " + process.user() + ", this command line runs as "
                + JvmProcess.ownUser() + ": only the same user, or root, can attach (sudo -u " + process.user()
                + " java -jar ...)";
    }

    private static String kindProblem(JvmProcess process) {
        if (!process.isJvm()) {
            return "process " + process.pid() + " (" + process.name() + ") is not a JVM"
                    + (process.name().equals("java") ? " now: it may be starting or ending" : "")
                    + "; the command list shows those there are";
        }
        return versionProblem(process, process.javaVersion());
    }

    /** Null if the JVM is new enough, or its version is not known. */
    static String versionProblem(JvmProcess process, String version) {
        int feature = JvmProcess.feature(version);
        return feature == 0 || feature >= OLDEST_JAVA
                ? null
                : process + " is Java " + version + ": the agent needs " + OLDEST_JAVA + " or later";
    }

    private static String stateProblem(JvmProcess process) {
        if (process.isStopped()) {
            return process + " is stopped (by kill -STOP or a debugger) and cannot answer: kill -CONT " + process.pid()
                    + " lets it go on";
        }
        if (process.command().isSet("DisableAttachMechanism", true)) {
            return noAttaching(process);
        }
        if (process.command().isSet("EnableDynamicAgentLoading", false)) {
            return noLoading(process);
        }
        if (!process.isListening() && !process.handlesSigquit()) {
            return process + " is not ready to be attached to: it is just starting, or handles no SIGQUIT; try again";
        }
        return null;
    }

    static String noAttaching(JvmProcess process) {
        return inTheWay(process, "-XX:+DisableAttachMechanism", "");
    }

    static String noLoading(JvmProcess process) {
        return inTheWay(process, "-XX:-EnableDynamicAgentLoading", ", so nothing can be loaded into it");
    }

    private static String inTheWay(JvmProcess process, String flag, String meaning) {
        return process + " runs with " + flag
                + (JvmList.hasLauncher(process)
                        ? ", and the agent that it was started with has no socket now: it opens one some seconds after"
                                + " the start, as the option startup says; try again. One that was detached cannot come back"
                        : meaning + ": start it without that flag, or with -javaagent:latency-probes-agent.jar");
    }
}
