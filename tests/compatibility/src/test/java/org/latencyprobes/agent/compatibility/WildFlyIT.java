package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.eclipse.aether.RepositoryException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * WildFly, which names its own log manager in its {@code main} and does not start where the JVM has another one by then, and whose modules
 * come from a class loader that can start agents itself. A start takes some ten seconds.
 */
@Tag("nightly")
final class WildFlyIT {

    private static final String STARTED = "WFLYSRV0025"; // without errors
    private static final String PATTERN = "org.jboss.as.server.ServerService#boot";

    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.net",
            "java.base/java.security",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.management/javax.management",
            "java.naming/javax.naming");

    /** Nobody takes what OTLP sends. */
    private static final List<String> AT_WORK = List.of("open", "failing");

    @TempDir
    private static Path folder;

    private static Path home;

    @BeforeAll
    static void unpack() throws IOException, RepositoryException {
        Path zip = LibraryPath.file("org.wildfly:wildfly-dist:zip:" + Environment.version("wildfly"));
        try (InputStream content = Files.newInputStream(zip);
                ZipInputStream files = new ZipInputStream(content)) {
            for (ZipEntry entry = files.getNextEntry(); entry != null; entry = files.getNextEntry()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(files, file);
                }
            }
        }
        try (Stream<Path> found = Files.list(folder)) {
            home = found.findFirst().orElseThrow();
        }
    }

    /** With what its own script gives the JVM. */
    private static ForkedJvm wildFly() {
        ForkedJvm jvm = ForkedJvm.ofJar(home.resolve("jboss-modules.jar"))
                .flags("-Xmx512m", "-Djboss.modules.system.pkgs=org.jboss.byteman", "-Djava.awt.headless=true")
                .flags("-Dorg.jboss.boot.log.file=" + home.resolve("standalone/log/server.log"))
                .flags("-Dlogging.configuration=file:" + home.resolve("standalone/configuration/logging.properties"));
        OPENED.forEach(opened -> jvm.flags("--add-opens=" + opened + "=ALL-UNNAMED"));
        return jvm;
    }

    private static RunningJvm start(ForkedJvm jvm) {
        return jvm.arguments("-mp", home.resolve("modules"), "org.jboss.as.standalone")
                .arguments("-Djboss.home.dir=" + home, "-Djboss.server.base.dir=" + home.resolve("standalone"))
                .arguments("-Djboss.http.port=0", "-Djboss.https.port=0", "-Djboss.management.http.port=0")
                .start()
                .awaitText(STARTED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "otlp otlp.url=http://127.0.0.1:9,otlp.step=1s",
                "jmx jmx=on",
                "prometheus prometheus.port=0",
                "statsd statsd.host=127.0.0.1"
            })
    void startsWithEveryBackend(String backend, String option) {
        try (RunningJvm jvm = startProbed(option)) {
            AgentClient client = AgentClient.to(jvm);
            jvm.await("backend " + backend, () -> AT_WORK.contains(client.backend(backend, "state")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"registry=global", "causes=deep"})
    void startsWithWhatElseReachesIntoTheJdk(String option) {
        try (RunningJvm jvm = startProbed(option)) {
            assertThat(AgentClient.to(jvm).ask("status").exitCode()).isZero();
        }
    }

    private static RunningJvm startProbed(String option) {
        String options = option + ",report=off,probes=" + PATTERN;
        return start(wildFly().flags("-javaagent:" + ForkedJvm.AGENT + "=" + options));
    }

    @Test
    void startsTheAgentByItsOwnLoader() {
        String loader = "-javaagent:" + home.resolve("jboss-modules.jar"); // as its script has it
        String agent = "-javaagent:" + ForkedJvm.AGENT + "=report=off,probes=" + PATTERN;
        try (RunningJvm jvm = start(wildFly().flags(loader).arguments(agent))) {
            AgentClient client = AgentClient.to(jvm);
            assertThat(client.ask("probes").table("probes")).isNotEmpty();
            assertThat(client.ask("detach").exitCode()).isZero();
        }
    }
}
