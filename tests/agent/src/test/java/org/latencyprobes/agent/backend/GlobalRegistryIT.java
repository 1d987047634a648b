package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.tracer.common.SpanContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.backend.WebApplications;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.micrometer.LatencyProbesMetrics;

/** Tests of publishing into the registries of applications that each have their own, older Micrometer. */
final class GlobalRegistryIT {

    private static final Path OLD_MICROMETER =
            Path.of("target", "old-micrometer").toAbsolutePath();

    private RunningJvm jvm;

    @AfterEach
    void end() {
        jvm.close();
    }

    @TempDir
    private Path folder;

    private void start(String options) {
        start(options, OLD_MICROMETER);
    }

    private void start(String options, Path jars) {
        jvm = ForkedJvm.of(WebApplications.class)
                .quick()
                .withAgent("report=off,jitter=off," + options)
                .arguments(jars)
                .start()
                .awaitText("ready");
    }

    private String order(String order) {
        int times = jvm.printed().split("done ", -1).length;
        jvm.tell(order).awaitTexts("done ", times);
        String[] answers = jvm.printed().split("done ", -1);
        return answers[times - 1]; // what stands before its end
    }

    /** In each of the application's two registries, which get it one after the other. */
    private void awaitProbe(String application) {
        jvm.await("the probe", () -> {
            String seen = order("look " + application);
            return seen.contains("probe_duration_seconds_count") && seen.contains("probe.duration.count{");
        });
    }

    @Test
    void everyApplicationsRegistriesHaveTheProbesWhateverTheirMicrometer() {
        start("registry=global,slo=1ms,tags=zone=a");
        order("deploy one");
        awaitProbe("one");
        order("once");
        order("deploy two");
        awaitProbe("two");
        assertThat(order("look two"))
                .contains(
                        "probe.duration.count{outcome=ok,probe=once,zone=a}=[2.0]",
                        "probe_duration_seconds_count{outcome=\"ok\",probe=\"once\",zone=\"a\"} 2",
                        "own_total 1");
        assertThat(AgentClient.to(jvm).ask("status").table("backends"))
                .hasSize(2)
                .allMatch(row -> row.get("state").equals("open"));
        assertThat(order("undeploy one")).contains("collected one=true");
        jvm.await(
                "one less",
                () -> AgentClient.to(jvm).ask("status").table("backends").size() == 1);
        assertThat(jvm.tellToEnd().messages()).isEmpty();
    }

    private Path withBinder(Path... jars) throws IOException {
        Path binder = ForkedJvm.homeOf(LatencyProbesMetrics.class);
        for (Path jar : jars) {
            Files.copy(jar, folder.resolve(jar.getFileName()));
        }
        Files.copy(binder, folder.resolve(binder.getFileName()));
        return folder;
    }

    /** What the binder shares with the application's probes. */
    private static boolean isNotOurs(Path jar) {
        return !jar.getFileName().toString().startsWith("HdrHistogram");
    }

    private static Path[] presentMicrometer() {
        return Stream.of(
                        MeterRegistry.class,
                        KeyValue.class,
                        Observation.class,
                        PrometheusMeterRegistry.class,
                        PrometheusProperties.class,
                        Counter.class,
                        PrometheusRegistry.class,
                        SpanContext.class,
                        ExpositionFormats.class,
                        PrometheusTextFormatWriter.class)
                .map(ForkedJvm::homeOf)
                .distinct()
                .toArray(Path[]::new);
    }

    @Tag("full")
    @Test
    void aRegistryThatTheApplicationHasBoundStaysItsWhateverTheTags() throws IOException {
        start("registry=global,tags=zone=a", withBinder(presentMicrometer()));
        isTheApplicationsOnly();
    }

    @Tag("full")
    @Test
    void aRegistryThatTheApplicationHasBoundStaysItsWithAnOlderMicrometerToo() throws IOException {
        try (Stream<Path> jars = Files.list(OLD_MICROMETER)) {
            start(
                    "registry=global,tags=zone=a",
                    withBinder(jars.filter(GlobalRegistryIT::isNotOurs).toArray(Path[]::new)));
        }
        isTheApplicationsOnly();
    }

    private void isTheApplicationsOnly() {
        order("bind one");
        jvm.await("the agent's, in the other registry", () -> order("look one").contains("probe=once,zone=a"));
        for (int scrape = 0; scrape < 3; scrape++) {
            order("once");
            assertThat(order("look one"))
                    .contains("probe_duration_seconds_count{outcome=\"ok\",probe=\"once\"} " + (scrape + 2))
                    .doesNotContain("zone=\"a\"");
        }
    }

    @Tag("full")
    @Test
    void theOptionComesAndGoesAndNothingOfTheAgentStays() {
        start("registry=off");
        order("deploy one");
        assertThat(order("look one")).doesNotContain("probe_duration");
        AgentClient client = AgentClient.to(jvm);
        client.ask("attach", "registry=global");
        awaitProbe("one");
        client.ask("attach", "registry=off");
        jvm.await("gone", () -> !order("look one").contains("probe"));
        assertThat(order("look one")).contains("own_total 1");
        client.ask("attach", "registry=global");
        awaitProbe("one");
        assertThat(order("leave")).contains("leaves nothing=true");
        assertThat(order("look one")).contains("own_total 1").doesNotContain("probe");
    }
}
