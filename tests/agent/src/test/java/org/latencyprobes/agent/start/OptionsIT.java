package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.CallsOnRequest;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of options as a user gives them. The unit tests of their reader cover the allowed values. */
final class OptionsIT {

    @TempDir
    private Path folder;

    private ForkedJvm jvm() {
        return ForkedJvm.of(Calls.class).quick().arguments(3);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("probes.properties"), content);
    }

    @Test
    void theArgumentWinsOverPropertiesOverTheEnvironmentOverTheFile() throws IOException {
        Path log = folder.resolve("from-file.hlog");
        Path file = file("report=off\njitter=os\nmode=on\nhlog=" + log);
        JvmResult result;
        try (RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .quick()
                .environment("LATENCYPROBES_REPORT", "off")
                .environment("LATENCYPROBES_JITTER", "os")
                .environment("LATENCYPROBES_MODE", "off")
                .environment("LATENCYPROBES_CONFIG", file.toString())
                .flags("-Dlatencyprobes.report=off", "-Dlatencyprobes.jitter=hiccup")
                .withAgent("report=stdout")
                .start()) {
            AgentClient agent = AgentClient.to(jvm.awaitText("ready")).awaitJitter();
            agent.ask(
                    "attach", ""); // a JVM that has called no probe writes a log only where somebody asks for the agent
            result = jvm.order("woven 3").tellToEnd().expectExit(0);
        }
        assertThat(result.stdout())
                .as("report: of the argument; jitter: of the property")
                .contains("jitter.hiccup");
        assertThat(PrintedReport.in(result.stdout()).probes())
                .as("mode: of the environment")
                .isEmpty();
        assertThat(log).as("hlog: of the file").isNotEmptyFile();
    }

    private static Path openToAll(Path file, String permissions) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    @Tag("each-jdk")
    void aFileThatOthersMayWriteIsRefused() throws IOException {
        Path file = openToAll(file("mode=off"), "rw-rw-rw-");
        JvmResult result = jvm().withAgent("config=" + file).run().expectExit(0);
        assertThat(result.messages()).hasSize(2).last().isEqualTo("running without probes");
        assertThat(result.messages().get(0))
                .startsWith("option config (agent argument): " + file + " is of user ")
                .endsWith("nobody else may write it");
    }

    @Test
    @Tag("each-jdk")
    void jarsThatOthersMayWriteAreNotLoaded() throws IOException {
        Path jars = Files.createDirectory(folder.resolve("graphite"));
        openToAll(Files.createFile(jars.resolve("any.jar")), "rw-rw-rw-");
        try (RunningJvm jvm = ForkedJvm.of(UnderLoad.class)
                .quick()
                .withAgent("backends=graphite,backends.folder=" + folder)
                .start()) {
            jvm.awaitText("any.jar is of user ").awaitText("nobody else may write it");
        }
    }

    @Test
    void quotesHoldCommas() throws IOException {
        Path report = folder.resolve("calls, by probe.txt");
        JvmResult result =
                jvm().withAgent("jitter=off,report=\"" + report + "\"").run().expectExit(0);
        assertThat(result.stderr()).isEmpty();
        assertThat(PrintedReport.in(Files.readString(report)).count("Calls.probed"))
                .isEqualTo(3);
    }

    @Test
    void eachBadOptionIsNamedOnceAndTheApplicationRunsWithoutProbes() throws IOException {
        Path file = file("hlog.files=many");
        JvmResult result = jvm().environment("LATENCYPROBES_INTERVAL", "5")
                .flags("-Dlatencyprobes.jitter=loud")
                .withAgent("colour=red,memory=lots,config=" + file)
                .run()
                .expectExit(0);
        assertThat(result.messages())
                .hasSize(6)
                .anyMatch(message -> message.startsWith("unknown option \"colour\" (agent argument); docs/options.md "))
                .contains(
                        "option memory: \"lots\" (agent argument) is not allowed; it takes auto, or a size from 1m",
                        "option jitter: \"loud\" (system property latencyprobes.jitter) is not allowed; it takes hiccup, os or off",
                        "option interval: \"5\" (environment variable LATENCYPROBES_INTERVAL) is not allowed; "
                                + "it takes off, or a duration from 100ms",
                        "option hlog.files: \"many\" (file " + file
                                + ") is not allowed; it takes a number from 0 to 999",
                        "running without probes");
        assertThat(result.stderr().lines()).hasSize(6);
        assertThat(result.fact("sum")).isEqualTo("3");
    }

    @Test
    void aMissingFileIsNamedAndTheApplicationRunsWithoutProbes() {
        Path missing = folder.resolve("missing.properties");
        JvmResult result = jvm().withAgent("config=" + missing).run().expectExit(0);
        assertThat(result.messages()).hasSize(2).last().isEqualTo("running without probes");
        assertThat(result.messages().get(0))
                .startsWith("option config: \"" + missing
                        + "\" (agent argument) is not allowed; it takes none, or a readable properties file,"
                        + " or a folder of such");
        assertThat(result.fact("sum")).isEqualTo("3");
    }

    /** It is not true that there are no probes. */
    @Test
    void aSecondStartWithAWrongOptionSaysThatTheFirstGoesOn() {
        JvmResult result = jvm().withAgent("report=stderr")
                .flags("-javaagent:" + ForkedJvm.AGENT + "=colour=red")
                .run()
                .expectExit(0);
        assertThat(result.messages())
                .anyMatch(message -> message.startsWith("unknown option \"colour\""))
                .contains("already runs in this JVM; this second start and its options are ignored")
                .doesNotContain("running without probes");
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }

    @Test
    void theJvmEndsWhereThatIsAskedFor() {
        JvmResult result = jvm().withAgent("onError=exit,mode=maybe").run().expectExit(1);
        assertThat(result.messages())
                .containsExactly(
                        "option mode: \"maybe\" (agent argument) is not allowed; it takes on, sampled(1/n) with n from 2 to 65536, counted or off",
                        "ending the JVM, since onError=exit");
        assertThat(result.stdout()).isEmpty();
    }
}
