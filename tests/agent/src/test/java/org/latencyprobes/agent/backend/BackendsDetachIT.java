package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.influx.InfluxMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.ResourceInspector;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.OwnThread;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of detaching the agent with all its backends. */
@ResourceLock(value = CommandLine.ALL_JVMS, mode = ResourceAccessMode.READ)
@Tag("each-jdk")
@Tag("full")
final class BackendsDetachIT {

    private static final int ROUNDS = 3;

    @TempDir
    private Path folder;

    private RunningJvm jvm;

    private void round(AgentClient client, String options) {
        client.ask("attach", options);
        jvm.await(
                "all are open",
                () -> client.ask("status").table("backends").stream()
                        .allMatch(row -> row.get("state").equals("open")));
        jvm.await(
                "influx has published",
                () -> !client.ask("status")
                        .cell("backends", "influx", "published")
                        .equals("0"));
        client.ask("detach");
    }

    /** Once loaders are collected, and the JDK's own thread that keeps HTTP connections has ended, which it does 5 s after the last one. */
    private void facts(String when) {
        jvm.await("loaders are collected " + when, () -> {
            jvm.order("facts " + when);
            String facts = jvm.printed().substring(jvm.printed().lastIndexOf("loaders" + when));
            return facts.startsWith("loaders" + when + "=0") && !facts.contains("Keep-Alive-Timer");
        });
    }

    private ForkedJvm underLoad() throws IOException {
        String agent = ResourceInspector.class.getName();
        Path observer = Jars.jar(
                folder.resolve("observer.jar"),
                Map.of("Premain-Class", agent, "Agent-Class", agent, "Can-Retransform-Classes", "true"));
        return ForkedJvm.of(UnderLoad.class).quick().flags("-javaagent:" + observer);
    }

    @Test
    void noThreadFileOrLoaderStays() throws IOException {
        Path jar = ForkedJvm.homeOf(InfluxMeterRegistry.class);
        Files.copy(jar, Files.createDirectories(folder.resolve("influx")).resolve(jar.getFileName()));
        try (HttpStub stub = new HttpStub()) {
            String options = "prometheus.port=0,jmx=on,statsd.host=127.0.0.1,statsd.port=9,registry=global,otlp.url="
                    + stub.url()
                    + ",otlp.step=1s,backends=influx,backends.folder=" + folder
                    + ",influx.autoCreateDb=false,influx.step=1s,"
                    + "statsd.pollingFrequency=1h,influx.uri=" + stub.url();
            jvm = underLoad().start().awaitText("ready");
            AgentClient client = AgentClient.to(jvm);
            round(client, options);
            facts("Before");
            for (int i = 1; i < ROUNDS; i++) {
                round(client, options);
            }
            jvm.awaitAsserted(
                    () -> { // threads that were told to end may need a moment
                        facts("After");
                        assertThat(jvm.fact("threadsAfter")).isEqualTo(jvm.fact("threadsBefore"));
                        assertThat(jvm.fact("threadsAfter"))
                                .doesNotContain("latency-probes", "parallel-", "influx", "otlp");
                        assertThat(jvm.fact("filesAfter")).isEqualTo(jvm.fact("filesBefore"));
                        assertThat(jvm.fact("classesAfter")).isEqualTo(jvm.fact("classesBefore"));
                    });
            jvm.tellToEnd().expectExit(0);
        } finally {
            jvm.close();
        }
    }

    /** While one that never answers is waited for, an application that interrupts all threads leaves the others their end. */
    @Test
    void neitherDoesOneWhereTheApplicationInterruptsIt() throws IOException {
        try (HttpStub silent = new HttpStub().isSilent(true)) {
            jvm = underLoad()
                    .withAgent("statsd.host=127.0.0.1,statsd.port=9,otlp.step=1h,otlp.url=" + silent.url())
                    .start()
                    .awaitText("ready");
            AgentClient client = AgentClient.to(jvm).awaitOpen("otlp");
            CompletableFuture<?> detached = CompletableFuture.runAsync(() -> client.ask("detach"), new OwnThread());
            jvm.await("its last publish", () -> !silent.received().isEmpty());
            jvm.order("interrupt");
            detached.join();
            facts("After");
            assertThat(jvm.fact("threadsAfter")).doesNotContain("latency-probes", "parallel-", "otlp");
        } finally {
            jvm.close();
        }
    }
}
