package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.compatibility.fixture.ProbedServlet;
import org.latencyprobes.agent.compatibility.fixture.WebServer;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.probe.LatencyProbe;

/** A web application with its own copy of the runtime, in Tomcat, whose loaders look into the application first. */
final class TomcatIT {

    private static final int FEW = 4;
    private static final int MANY = 50;

    @TempDir
    private static Path folder;

    private static Path application;
    private static Path server;

    @BeforeAll
    static void makeApplication() throws IOException {
        application = folder.resolve("application");
        Path libraries = Files.createDirectories(application.resolve("WEB-INF/lib"));
        for (Class<?> type : new Class<?>[] {LatencyProbe.class, Probe.class, Histogram.class}) {
            Path jar = ForkedJvm.homeOf(type);
            Files.copy(jar, libraries.resolve(type.getSimpleName() + ".jar"));
        }
        Path classes = application.resolve("WEB-INF/classes");
        Class<?> facts = Environment.besides(ProbedServlet.class, "Facts");
        Class<?> part = Environment.besides(ProbedServlet.class, "ProbedPart");
        for (Class<?> type : new Class<?>[] {ProbedServlet.class, part, facts}) {
            Jars.folder(classes, type.getName(), Jars.bytesOf(type));
        }
        server = Jars.jar(folder.resolve("server.jar"), Map.of(), WebServer.class, facts);
    }

    private static ForkedJvm deploying(int times) {
        return ForkedJvm.of(WebServer.class.getName())
                .quick()
                .classPath(server, ForkedJvm.homeOf(Tomcat.class), ForkedJvm.homeOf(Resource.class))
                .arguments(folder.resolve("work"), application, times);
    }

    @Test
    @Tag("full")
    @Tag("each-jdk")
    void bothKindsOfProbesMeetInAWebApplicationAndRedeployingLeaksNoLoader() {
        JvmResult result = deployed(FEW, deploying(FEW).withAgent());
        assertThat(result.fact("loader")).isEqualTo("ParallelWebappClassLoader");
        assertThat(result.fact("answer")).isEqualTo("[annotated ok 3, programmatic ok 3]");
        Finding.TOMCAT.holds("every call counted");
    }

    @Test
    @Tag("full")
    void withoutTheAgentTheApplicationsOwnProbesWorkAndRedeployingLeaksNoLoader() {
        JvmResult result = deployed(FEW, deploying(FEW));
        assertThat(result.fact("answer")).isEqualTo("[programmatic ok 3]");
        Finding.TOMCAT_ALONE.holds("every call counted");
    }

    @Test
    @Tag("nightly")
    void redeployingManyTimesLeaksNoLoader() {
        deployed(MANY, deploying(MANY).withAgent());
        Finding.TOMCAT_REDEPLOYED.holds("no loader left");
    }

    @Test
    @Tag("nightly")
    void redeployingManyTimesLeaksNoLoaderWithoutTheAgent() {
        deployed(MANY, deploying(MANY));
        Finding.TOMCAT_REDEPLOYED_ALONE.holds("no loader left");
    }

    /** What is printed by a JVM that deploys it so many times, of which none leaves its loader. */
    private static JvmResult deployed(int times, ForkedJvm jvm) {
        JvmResult result = jvm.run().expectExit(0);
        assertThat(result.number("gone")).isEqualTo(times);
        assertThat(result.number("left")).as("%s", result).isZero();
        return result;
    }
}
