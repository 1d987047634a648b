package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.influx.InfluxMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.backends.fixture.Member;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tags whose texts would break a line, sent by the built agent and read by the database itself. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class HostileTagsIT {

    @TempDir
    private Path folder;

    @Test
    void influxDbTakesEachAndHasItsCallOnce() throws IOException {
        Path jar = ForkedJvm.homeOf(InfluxMeterRegistry.class);
        Path registries = Files.createDirectories(folder.resolve("registries/influx"));
        Files.copy(jar, registries.resolve(jar.getFileName()));
        try (Influx influx = new Influx(folder.resolve("influx"));
                Fleet fleet = new Fleet(folder)) {
            influx.start();
            ForkedJvm jvm = Fleet.jvm()
                    .withAgent("report=off,backends=influx,backends.folder=" + registries.getParent() + ",influx.uri="
                            + influx.url() + ",influx.db=probes,influx.step=500ms,influx.readTimeout=5m");
            RunningJvm member = fleet.join(jvm, "agent");
            Fleet.order(member, "texts");
            for (int i = 0; i < Member.TEXTS.size(); i++) {
                String number = "number = '" + i + "'";
                influx.await(
                        "the call of the text with " + number,
                        () -> influx.sum("probe_duration_count", "value", number) == 1);
            }
            assertThat(AgentClient.to(member).backend("influx", "failed")).isEqualTo("0");
            assertThat(fleet.leave().messages()).isEmpty();
        }
    }
}
