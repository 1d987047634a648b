package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what backends cost an application that uses none, and of backends in a JVM that lacks something. */
@Tag("full")
final class BackendPlacesIT {

    @TempDir
    private Path folder;

    @Test
    void withoutABackendNothingOfThemIsLoaded() {
        JvmResult result = ForkedJvm.of(Calls.class)
                .quick()
                .flags("-Xlog:class+load")
                .withAgent("report=stdout")
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.stdout().lines().filter(line -> line.contains("[class,load]")))
                .noneMatch(line -> line.contains("io.micrometer.")
                        || line.contains("io.prometheus.")
                        || line.contains("org.latencyprobes.exporters.")
                        || line.contains("org.latencyprobes.micrometer.")
                        || line.contains("org.latencyprobes.agent.backend.")
                        || line.contains("org.latencyprobes.agent.option.Backend")
                        || line.contains("org.latencyprobes.agent.option.PassThroughOptions")
                        || line.contains("org.latencyprobes.agent.option.Secrets"));
    }

    /** In a jar of their own, where neither the application's nor the agent's loader takes it for a class. */
    @Test
    void whatBackendsNeedLiesApart() throws IOException {
        try (JarFile jar = new JarFile(ForkedJvm.AGENT.toFile())) {
            assertThat(Jars.filesIn(jar.getInputStream(jar.getEntry("inst/backends.jar")))
                            .keySet())
                    .contains(
                            "io/micrometer/core/instrument/MeterRegistry.class",
                            "io/micrometer/core/instrument/binder/MeterBinder.class",
                            "org/latencyprobes/micrometer/LatencyProbesMetrics.class",
                            "META-INF/services/org.slf4j.spi.SLF4JServiceProvider")
                    .noneMatch(name -> name.contains("/netty/channel/epoll/"));
            assertThat(Jars.filesIn(jar.getInputStream(jar.getEntry("inst/agent.jar")))
                            .keySet())
                    .noneMatch(name -> name.startsWith("io/") || name.startsWith("com/"));
            List<String> names = jar.stream().map(JarEntry::getName).toList();
            assertThat(names)
                    .contains(
                            "META-INF/licenses/micrometer/LICENSE",
                            "META-INF/licenses/micrometer/NOTICE",
                            "META-INF/licenses/prometheus-metrics/LICENSE",
                            "META-INF/licenses/opentelemetry-proto/LICENSE",
                            "META-INF/licenses/dropwizard-metrics/LICENSE",
                            "META-INF/licenses/protobuf/LICENSE",
                            "META-INF/licenses/slf4j/LICENSE.txt");
        }
    }

    @Test
    void aMissingModuleIsNamedWithWhatHelpsAndTheRestGoesOn() throws IOException {
        Path image = folder.resolve("image");
        Jdk.tool("jlink", "--add-modules", "java.base,java.instrument", "--output", image.toString());
        RunningJvm jvm = ForkedJvm.of(UnderLoad.class)
                .quick()
                .javaHome(image)
                .withAgent("report=stdout,jitter=off,prometheus.port=0,jmx=on,otlp.url=http://127.0.0.1:1,otlp.step=1s,"
                        + "statsd.host=127.0.0.1,registry=global")
                .start()
                .awaitText("ready")
                .awaitText("backend prometheus: ")
                .awaitText("backend otlp: ")
                .awaitText("backend statsd: ")
                .awaitText("backend jmx: ");
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.messages())
                .contains("backend jmx: needs the module java.management, which this Java runtime does not have: "
                        + "make it by jlink with --add-modules java.management");
    }

    @Test
    @Tag("each-jdk")
    void secretsAreNotPrintedAnywhere() {
        try (HttpStub stub = new HttpStub().answers(403)) {
            String address = stub.url().replace("http://", "http://ann:s3cr3t-url@");
            RunningJvm jvm = ForkedJvm.of(UnderLoad.class)
                    .quick()
                    .withAgent("report=off,jitter=off,prometheus.port=0,prometheus.token=s3cr3t-token,otlp.url="
                            + address + ",otlp.step=1s,otlp.headers=x=s3cr3t-header")
                    .start()
                    .awaitText("ready");
            AgentClient client = AgentClient.to(jvm);
            jvm.await(
                    "a failure",
                    () -> !client.ask("status")
                            .cell("backends", "otlp", "failed")
                            .equals("0"));
            String answers = client.ask("status") + ""
                    + client.ask("attach", "prometheus.token=s3cr3t-other,otlp.headers=x=s3cr3t-second")
                    + client.send("attach", "prometheus.password=s3cr3t-lonely")
                    + client.send("attach", "prometheus.token=s3cr3t-a,s3cr3t-b")
                    + client.send(
                            "attach",
                            "backends=azuremonitor,backends.folder=" + folder
                                    + ",azuremonitor.connectionString=InstrumentationKey=s3cr3t-azure")
                    + client.ask("status");
            assertThat(answers).contains("***", "its value is not shown");
            String told = answers.replaceAll("request=\\[[^]]*]", "");
            assertThat(told + jvm.tellToEnd()).doesNotContain("s3cr3t");
        }
    }
}
