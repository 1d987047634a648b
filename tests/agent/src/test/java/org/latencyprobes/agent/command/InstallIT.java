package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.Uncounted;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what {@code install} writes, by running it, and of names in place of process ids. */
@EnabledOnOs(OS.LINUX)
@ResourceLock(CommandLine.ALL_JVMS)
@Tag("full")
@Tag("each-jdk")
final class InstallIT {

    private static final String LAUNCHER = "bin/latency-probes";

    @TempDir
    private Path folder;

    /** With standard error in its output. */
    private static String output(int exitCode, Map<String, String> environment, Object... words)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(Stream.of(words).map(String::valueOf).toList());
        builder.environment().remove("JAVA_HOME");
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
        return output;
    }

    private static Map<String, String> javaHome() {
        return Map.of("JAVA_HOME", Jdk.HOME.toString());
    }

    @Test
    void theLauncherFindsItsJavaAndIsUndoneAsItSays() throws IOException, InterruptedException {
        Path home = folder.resolve("a home");
        List<String> said =
                CommandLine.run("install", home).expectExit(0).stdout().lines().toList();
        assertThat(said.get(0)).isEqualTo("installed: " + home.resolve(LAUNCHER));
        assertThat(said)
                .anyMatch(line -> line.contains("is not on the PATH"))
                .noneMatch(line -> line.contains("archive"));

        assertThat(output(0, javaHome(), home.resolve(LAUNCHER), "--version")).startsWith("latency-probes ");
        Path link = Files.createSymbolicLink(folder.resolve("lp"), home.resolve(LAUNCHER));
        assertThat(output(2, javaHome(), link, "statsu")).contains("did you mean status");
        assertThat(output(
                        0, Map.of("JAVA_HOME", "/no/java", "PATH", Jdk.HOME + "/bin:/usr/bin:/bin"), link, "--version"))
                .startsWith("latency-probes ");

        Map<String, String> otherCollector =
                Map.of("JAVA_HOME", Jdk.HOME.toString(), "JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC");
        assertThat(output(0, otherCollector, link, "--version")).contains("latency-probes ");

        assertThat(Files.readString(home.resolve("share/man/man1/latency-probes.1")))
                .contains(".SS why\n", ".SS merge\n")
                .doesNotContainPattern("(?m)^'");
        assertThat(
                        output(
                                0,
                                Map.of(),
                                "bash",
                                "-c",
                                "source '" + home.resolve("share/bash-completion/completions/latency-probes")
                                        + "'; COMP_WORDS=(latency-probes de); COMP_CWORD=1; _complete_latency-probes; echo \"$COMPREPLY\""))
                .isEqualTo("detach\n");

        String undo = said.get(said.size() - 1).substring("undo: ".length());
        output(0, Map.of(), "sh", "-c", undo);
        try (Stream<Path> left = Files.walk(home)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void withoutAFolderItGoesIntoTheHomeOfTheShell() throws IOException, InterruptedException {
        Map<String, String> home = Map.of("HOME", folder.toString());
        assertThat(output(0, home, Jdk.HOME.resolve("bin/java"), "-jar", ForkedJvm.AGENT, "install"))
                .startsWith("installed: " + folder.resolve(".local").resolve(LAUNCHER) + '\n');
    }

    @Test
    void aLinkInThePlaceOfTheLauncherIsReplacedAndItsTargetStays() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "of somebody else");
        Path launcher = folder.resolve(LAUNCHER);
        Files.createSymbolicLink(Files.createDirectories(launcher.getParent()).resolve(launcher.getFileName()), other);
        CommandLine.run("install", folder).expectExit(0);
        assertThat(other).hasContent("of somebody else");
        assertThat(launcher).isExecutable().content().startsWith("#!/bin/sh");
    }

    @Test
    void withoutAJavaItSaysWhatItNeedsAndWhatItFound() throws IOException, InterruptedException {
        CommandLine.run("install", folder).expectExit(0);
        Path old = Files.createDirectories(folder.resolve("jdk-11"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Path java = Files.createDirectories(old.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nexit 9\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Path launcher = folder.resolve(LAUNCHER);
        Files.writeString(launcher, Files.readString(launcher).replace("/usr/lib/jvm/*", ""));
        assertThat(output(1, Map.of("JAVA_HOME", old.toString(), "PATH", old + "/bin:/usr/bin:/bin"), launcher, "list"))
                .startsWith("latency-probes needs Java 17 or later, and found " + old + " (11.0.2)");
    }

    @Test
    void aJarStandsForTheOnlyJvmThatHasIt() throws IOException {
        String name = "named-" + ProcessHandle.current().pid(); // of no other test that runs now
        Path jar = Jars.jar(
                folder.resolve(name + ".jar"), Map.of("Main-Class", Uncounted.class.getName()), Uncounted.class);
        try (RunningJvm first = ForkedJvm.ofJar(jar).quick().start().awaitText("ready")) {
            for (String word : List.of(name, name + ".jar")) {
                assertThat(CommandLine.run("status", word).expectExit(4).stderr())
                        .contains("no agent in this JVM");
            }
            assertThat(CommandLine.run("status", name + "x").expectExit(3).stderr())
                    .contains("\"" + name + "x\" is not a process id", "did you mean " + name);
            try (RunningJvm second = ForkedJvm.ofJar(jar).quick().start().awaitText("ready")) {
                assertThat(CommandLine.run("status", name).expectExit(2).stderr())
                        .contains("2 JVMs are called \"" + name + "\"", first.pid() + " ", second.pid() + " ");
            }
        }
    }
}
