package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.compatibility.fixture.SlowServlet;
import org.latencyprobes.agent.compatibility.fixture.SlowWebServer;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * The command {@code why} on Tomcat under load. Its requests meet a lock that is held, collections, and stops of the process. Prints what
 * the command says of them, which the machine has a say in: {@code WhyIT} in tests/agent holds what it has to say.
 */
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
final class TomcatWhyIT {

    private static final int STOPS = 6;
    private static final int REQUESTS_BETWEEN_STOPS = 500;
    private static final long STOP_MILLIS = 50;
    private static final int LIVE_OBJECTS = 300_000;

    @TempDir
    private Path folder;

    @Test
    void itComesAndGoesAndTellsWhatRequestsWaitedFor() throws IOException, InterruptedException {
        Path server = Jars.jar(
                folder.resolve("server.jar"),
                Map.of(),
                SlowWebServer.class,
                Environment.besides(SlowWebServer.class, "SlowWebServer$Work"),
                Environment.besides(SlowWebServer.class, "Facts"),
                SlowServlet.class,
                Environment.besides(SlowServlet.class, "SlowServlet$Journal"));
        try (RunningJvm tomcat = ForkedJvm.of(SlowWebServer.class.getName())
                        .addClassPath(server, ForkedJvm.homeOf(Tomcat.class), ForkedJvm.homeOf(Resource.class))
                        .flags("-Xmx400m")
                        .arguments(folder.resolve("work"), LIVE_OBJECTS)
                        .start()
                        .awaitText("port=");
                HttpLoad load = new HttpLoad(Integer.parseInt(tomcat.fact("port")))) {
            load.awaitMore(tomcat, REQUESTS_BETWEEN_STOPS);
            String told = why(tomcat, load);
            System.out.println(told);
            assertThat(told).contains("detached: 1 class restored");
        }
    }

    private String why(RunningJvm tomcat, HttpLoad load) throws InterruptedException {
        try (RunningJvm command = ForkedJvm.ofJar(ForkedJvm.AGENT)
                .arguments("why", tomcat.pid(), SlowServlet.class.getName() + "#doGet")
                .arguments("--for", "20s", "--slow", "5ms", "-o", "text")
                .start()) {
            command.awaitText("watching for");
            for (int stop = 0; stop < STOPS; stop++) {
                load.awaitMore(tomcat, REQUESTS_BETWEEN_STOPS);
                tomcat.stopFor(STOP_MILLIS);
            }
            return command.finish().expectExit(0).stdout();
        }
    }
}
