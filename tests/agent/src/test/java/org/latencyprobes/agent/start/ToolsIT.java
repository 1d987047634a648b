package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.HelloWorld;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of a shell in which every JVM is given the agent, and most of them are no application. */
@Tag("full")
@Tag("each-jdk")
final class ToolsIT {

    private static final List<List<String>> TOOLS = List.of(
            List.of("keytool", "-help"),
            List.of("jps"),
            List.of("javac", "-version"),
            List.of("jar", "--version"),
            List.of("java", "-version"),
            List.of("java", "--list-modules"),
            List.of("java", "-jar", ForkedJvm.AGENT.toString(), "--help"));

    @TempDir
    private Path folder;

    private String printed(List<String> tool, String more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(tool);
        command.set(0, Jdk.HOME.resolve("bin").resolve(tool.get(0)).toString());
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LATENCYPROBES_"));
        builder.environment()
                .put(
                        "JAVA_TOOL_OPTIONS",
                        "-javaagent:" + ForkedJvm.AGENT + "=prometheus.port=0,hlog=" + folder.resolve("logs") + more);
        builder.start().waitFor();
        return Files.readString(output);
    }

    @Test
    void theJdksToolsAndTheOwnCommandRunWithoutIt() throws IOException, InterruptedException {
        for (List<String> tool : TOOLS) {
            assertThat(printed(tool, "").lines().filter(line -> line.startsWith("latency-probes: ")))
                    .as("%s", tool)
                    .isEmpty();
        }
        assertThat(folder.resolve("logs")).doesNotExist();
        assertThat(printed(TOOLS.get(0), ",tools=on")).contains("latency-probes: ");
    }

    @Test
    void aJvmThatCallsNoProbePushesOutNoLogAndSaysSoIfItHasOne() throws IOException {
        assertThat(hlog(Calls.class, "3").messages()).isEmpty();
        for (int run = 0; run < 2; run++) {
            assertThat(hlog(HelloWorld.class).messages()).isEmpty();
            assertThat(hlog(Calls.class, "0").messages())
                    .containsExactly("histogram log " + folder.resolve("logs").resolve("latency-probes.hlog")
                            + ": nothing was written, since no probe recorded a call");
        }
        try (Stream<Path> logs = Files.list(folder.resolve("logs"))) {
            assertThat(logs.map(Path::getFileName).map(Path::toString)).containsExactly("latency-probes.hlog");
        }
        assertThat(folder.resolve("logs").resolve("latency-probes.hlog"))
                .content()
                .contains("Calls.probed");
    }

    private JvmResult hlog(Class<?> main, Object... arguments) {
        return ForkedJvm.of(main)
                .withAgent("report=off,hlog.files=1,hlog=" + folder.resolve("logs"))
                .arguments(arguments)
                .run()
                .expectExit(0);
    }

    /** It is compiled by the JDK's compiler, in the same JVM. */
    @Test
    void aProgramOfOneFileIsAnApplication() throws IOException, InterruptedException {
        Path source = Files.writeString(
                folder.resolve("One.java"), "class One { public static void main(String[] arguments) { } }");
        assertThat(printed(List.of("java", source.toString()), "")).contains("latency-probes: ");
    }
}
