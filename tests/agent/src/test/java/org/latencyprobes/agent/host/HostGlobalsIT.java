package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.backend.HttpStub;
import org.latencyprobes.agent.backend.ScrapedJvm;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.fixture.host.HostGlobals;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that an application may configure what the JVM has once, some time after its start, whatever the agent was asked for. */
@Tag("full")
@Tag("each-jdk")
@ResourceLock(
        value = CommandLine.ALL_JVMS,
        mode = ResourceAccessMode.READ) // a list asks a JVM that begins for its properties
final class HostGlobalsIT {

    /** Longer than any test: how long it takes is not the question. */
    private static final String STARTUP = "startup=1h";

    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

    /** What is said where the JVM had no CPU for seconds at its end. */
    private static final String GAVE_UP = "gave up its last publish";

    @TempDir
    private Path folder;

    private static ForkedJvm jvm() {
        return ForkedJvm.of(HostGlobals.class)
                .quick()
                .flags("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
                .flags("--add-opens=java.base/sun.net=ALL-UNNAMED", "--add-opens=java.base/java.net=ALL-UNNAMED");
    }

    private static void assertIsTheApplications(RunningJvm jvm) {
        JvmResult result = jvm.order("work 2500").order("configure").tellToEnd().expectExit(0);
        assertThat(result.stdout())
                .contains("log manager=true", "URL handlers=true")
                .doesNotContain("=false");
    }

    @Test
    void isTheApplicationsToConfigureWithoutTheAgent() {
        assertIsTheApplications(jvm().start().awaitText("ready"));
    }

    /** All that the agent can be asked for at once; which of it is at fault, each alone says. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "interval=100ms,hlog=logs,causes=deep,prometheus.port=0,prometheus.host=localhost,otlp.url=http://localhost:9,"
                        + "otlp.step=1s,statsd.host=localhost,statsd.pollingFrequency=100ms,jmx=on",
                "registry=global"
            })
    void isStillTheApplicationsToConfigure(String options) {
        assertIsStillTheApplications(options);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jitter=off",
                "interval=100ms",
                "hlog=logs",
                "causes=deep",
                "prometheus.port=0",
                "prometheus.port=0,prometheus.host=localhost",
                "otlp.url=http://localhost:9,otlp.step=1s",
                "statsd.host=localhost,statsd.pollingFrequency=100ms",
                "jmx=on"
            })
    @Tag("nightly")
    void isStillTheApplicationsToConfigureWithEachAlone(String options) {
        assertIsStillTheApplications(options);
    }

    private void assertIsStillTheApplications(String options) {
        String placed = options.replace("hlog=logs", "hlog=" + folder);
        RunningJvm jvm =
                jvm().withAgent("report=off," + STARTUP + ',' + placed).start().awaitText("ready");
        assertIsTheApplications(jvm);
    }

    /** Also by one that comes at once, and is answered with native histograms. */
    @Test
    void isStillTheApplicationsToConfigureAfterAScrape() throws Exception {
        RunningJvm jvm = jvm().withAgent("report=off,prometheus.port=0,prometheus.token=t0ken," + STARTUP)
                .start()
                .awaitText("ready")
                .awaitText("/metrics");
        jvm.order("work 100");
        String url = jvm.printed()
                .lines()
                .filter(line -> line.endsWith("/metrics"))
                .map(line -> line.substring(line.indexOf("http://")))
                .findFirst()
                .orElseThrow();
        assertThat(ScrapedJvm.get(url, "Authorization", "Bearer t0ken", "Accept", PROTOBUF)
                        .headers()
                        .firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).contains("protobuf"));
        assertIsTheApplications(jvm);
    }

    /** A JVM that is asked for its system properties writes the time of day with them. */
    @Test
    void theTimeZoneIsStillTheApplicationsToConfigureAfterAnAttach() {
        RunningJvm jvm = jvm().start().awaitText("ready");
        CommandLine.run("probe", jvm.pid(), "HostGlobals#call").expectExit(0);
        assertThat(jvm.order("configure").tellToEnd().expectExit(0).stdout())
                .contains("time zone=true", "zone.ZoneRulesProvider=true", "calendar.ZoneInfoFile=true");
    }

    @Test
    void backendsOpenOnceTheStartIsOver() {
        try (RunningJvm jvm = ForkedJvm.of(UnderLoad.class)
                .quick()
                .withAgent("report=off,startup=1s,jmx=on")
                .start()
                .awaitText("ready")) {
            AgentClient.to(jvm).awaitOpen("jmx");
        }
    }

    @Test
    void aJvmThatEndsBeforeIsPublishedAtItsEnd() {
        try (HttpStub stub = new HttpStub()) {
            RunningJvm jvm = ForkedJvm.of(UnderLoad.class)
                    .quick()
                    .withAgent("report=off,jitter=off," + STARTUP + ",otlp.url=" + stub.url())
                    .start()
                    .awaitText("ready");
            jvm.order("once");
            assertThat(stub.received()).isEmpty();
            List<String> messages = jvm.tellToEnd().expectExit(0).messages();
            assertThat(messages).allMatch(said -> said.contains(GAVE_UP));
            assertThat(stub.received())
                    .hasSizeBetween(messages.isEmpty() ? 1 : 0, 1)
                    .allMatch(sent -> sent.text().contains("once"));
        }
    }
}
