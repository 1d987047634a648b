package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.kit.CommandLine.filesOf;
import static org.latencyprobes.agent.kit.CommandLine.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.agent.stall.StalledJvm;

/** Tests of what can prevent the command line from reaching a JVM, and of what it says then. */
@EnabledOnOs(OS.LINUX)
@ResourceLock(CommandLine.ALL_JVMS)
@Tag("full")
final class CommandLineErrorsIT {

    private static final Path TMP = Path.of("/tmp");

    @TempDir
    private Path folder;

    private RunningJvm jvm;

    @AfterEach
    void end() {
        if (jvm != null) {
            jvm.kill();
        }
    }

    private RunningJvm repository(String... flags) {
        jvm = ForkedJvm.of(Repository.class).quick().flags(flags).start().awaitText("ready");
        return jvm;
    }

    private static void assertUnreachable(JvmResult result, String... words) {
        assertThat(result.expectExit(3).stderr().lines()).as("%s", result).hasSize(1);
        assertThat(result.stderr()).contains(words);
    }

    @Test
    void thereIsNoSuchProcess() {
        assertUnreachable(run("status", 999_999_999), "there is no process 999999999", "list");
    }

    @Test
    @Tag("each-jdk")
    void aProcessThatIsNoJvmIsLeftAlone() throws IOException {
        Process sleep = new ProcessBuilder("sleep", "1h").start();
        assertUnreachable(run("attach", sleep.pid()), "process " + sleep.pid() + " (sleep) is not a JVM");
        assertThat(sleep.isAlive()).as("SIGQUIT would have ended it").isTrue();
        sleep.destroy();
    }

    /** As a JVM looks from outside before it has loaded its library, and while it ends. */
    @Test
    void aProgramCalledJavaThatIsNoJvmNow() throws IOException {
        Path java = Files.writeString(folder.resolve("java"), "#!/bin/sh\nread waits\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        Process script = new ProcessBuilder(java.toString()).start();
        assertUnreachable(run("attach", script.pid()), "(java) is not a JVM now: it may be starting or ending");
        script.destroy();
    }

    @Test
    void itsOwnProcess() throws IOException {
        String command = "exec " + Jdk.HOME.resolve("bin/java") + " -jar " + ForkedJvm.AGENT + " status $$";
        Process own = new ProcessBuilder("sh", "-c", command).start();
        assertThat(new String(own.getErrorStream().readAllBytes())).contains("is this command line itself");
        assertThat(own.onExit().join().exitValue()).isEqualTo(3);
    }

    @Test
    void aJvmThatForbidsAttaching() {
        repository("-XX:+DisableAttachMechanism");
        assertUnreachable(run("attach", jvm.pid()), "JVM " + jvm.pid(), "-XX:+DisableAttachMechanism", "-javaagent");
        assertThat(run("list").stdout()).containsPattern(jvm.pid() + " .*DisableAttachMechanism");
    }

    @Test
    void aJvmThatForbidsAgents() {
        repository("-XX:-EnableDynamicAgentLoading");
        assertUnreachable(run("attach", jvm.pid()), "JVM " + jvm.pid(), "-XX:-EnableDynamicAgentLoading");
    }

    /** A flag that cannot be seen from outside is reported by the JVM itself. */
    @Test
    void aJvmWhoseFlagsStandInAFile() throws IOException {
        Path flags = Files.writeString(folder.resolve("flags"), "-EnableDynamicAgentLoading");
        repository("-XX:Flags=" + flags);
        assertUnreachable(run("attach", jvm.pid()), "-XX:-EnableDynamicAgentLoading");
        assertThat(filesOf(jvm, TMP)).isEmpty();
    }

    @Test
    void aStoppedJvm() throws IOException {
        repository();
        jvm.signal("STOP");
        jvm.await("stopped", () -> StalledJvm.isStopped(jvm));
        assertUnreachable(run("attach", jvm.pid()), "is stopped", "kill -CONT " + jvm.pid());
        assertThat(run("list").stdout()).containsPattern(jvm.pid() + " .*is stopped");
        jvm.signal("CONT");
    }

    @Test
    void anAgentThatDoesNotAnswerIsGivenUpAndNoFileIsLeft() {
        repository();
        run("attach", jvm.pid()).expectExit(0);
        jvm.order("hang");
        assertUnreachable(run("status", jvm.pid(), "--timeout", 10), "has not answered for 10 s", "--timeout");
        assertThat(filesOf(jvm, TMP)).isEmpty();
    }

    @Test
    void aJvmThatEndsMeanwhile() {
        repository();
        run("attach", jvm.pid()).expectExit(0);
        jvm.order("hang alone");
        RunningJvm waiting =
                CommandLine.of(ForkedJvm.AGENT, "status", jvm.pid()).start();
        awaitRequest(waiting);
        jvm.kill();
        JvmResult told = waiting.finish();
        assertUnreachable(told, "JVM " + jvm.pid() + " ended before it had answered");
        assertThat(filesOf(jvm, TMP)).isEmpty();
    }

    /** The JVM has been told to load the agent's jar, and does not say that it has. */
    private static void awaitRequest(RunningJvm command) {
        command.await("the request", () -> Jdk.tool("jstack", command.pid()).contains(".AttachSocket.load("));
    }

    /** Uses a signal that is never ignored. A process that a shell runs in the background ignores the one of Ctrl-C. */
    @Test
    void noFileIsLeftWhenItIsTerminated() throws IOException {
        repository();
        run("attach", jvm.pid()).expectExit(0);
        jvm.order("hang alone");
        RunningJvm waiting =
                CommandLine.of(ForkedJvm.AGENT, "status", jvm.pid()).start();
        awaitRequest(waiting);
        waiting.terminate().expectExit(128 + 15);
        assertThat(filesOf(jvm, TMP)).isEmpty();
    }

    @Test
    void aRuntimeWithTheSmallestModuleAloneAttaches() throws IOException {
        Path image = folder.resolve("image");
        Jdk.tool("jlink", "--add-modules", "java.base", "--output", image.toString());
        repository();
        CommandLine.of(ForkedJvm.AGENT, "attach", jvm.pid())
                .javaHome(image)
                .run()
                .expectExit(0);
        CommandLine.of(ForkedJvm.AGENT, "list").javaHome(image).run().expectExit(0);
        CommandLine.of(ForkedJvm.AGENT, "probe", "--dry-run", ForkedJvm.homeOf(Repository.class), "*..Repository#find")
                .javaHome(image)
                .run()
                .expectExit(0);
    }

    @Test
    void onAJvmBefore17TheCommandLineSaysSo() {
        JvmResult result = CommandLine.of(ForkedJvm.AGENT, "list")
                .flags("-javaagent:" + older())
                .run()
                .expectExit(1);
        assertThat(result.stderr()).startsWith("latency-probes: needs Java 17 or later, this is ");
    }

    private Path older() {
        try {
            return Jars.jar(
                    folder.resolve("older.jar"), Map.of("Premain-Class", OldJava.class.getName()), OldJava.class);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a JVM report an older version. */
    public static final class OldJava {

        private OldJava() {}

        public static void premain(String options) {
            System.setProperty("java.specification.version", "11");
        }
    }
}
