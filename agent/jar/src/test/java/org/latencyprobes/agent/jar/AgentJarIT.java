package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Result;

/** What is in the jar that users attach. */
final class AgentJarIT {

    private static final int JAVA_8 = 52;
    private static final int JAVA_17 = 61;

    private static JarFile jar;
    private static List<String> names;

    @BeforeAll
    static void open() throws IOException {
        jar = new JarFile(ForkedJvm.AGENT.toFile());
        names = jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .toList();
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    @Test
    void showsTheApplicationNothingButTheLauncher() {
        assertThat(names.stream().filter(name -> name.endsWith(".class")))
                .allMatch(name -> name.startsWith("org/latencyprobes/launcher/"));
        assertThat(names)
                .allMatch(name -> name.startsWith("inst/")
                        || name.startsWith("META-INF/")
                        || name.startsWith("org/latencyprobes/launcher/"));
        assertThat(names)
                .noneMatch(name -> name.startsWith("META-INF/services/") || name.startsWith("META-INF/maven/"));
    }

    @Test
    void hidesEverythingElseFromOtherLoaders() {
        assertThat(names)
                .contains(
                        "inst/java/lang/LatencyProbesLink.classdata",
                        "inst/org/latencyprobes/agent/Agent.classdata",
                        "inst/org/latencyprobes/probe/LatencyProbe.classdata",
                        "inst/org/latencyprobes/annotation/Probe.classdata",
                        "inst/org/HdrHistogram/Histogram.classdata",
                        "inst/net/bytebuddy/ByteBuddy.classdata")
                .doesNotHaveDuplicates();
        assertThat(names.stream().filter(name -> name.startsWith("inst/")))
                .noneMatch(name -> name.endsWith(".class") || name.endsWith("module-info.classdata"));
    }

    @Test
    void keepsTheLauncherAndTheBootstrapClassFitForJava8() throws IOException {
        assertThat(version("org/latencyprobes/launcher/Launcher.class")).isEqualTo(JAVA_8);
        assertThat(version("org/latencyprobes/launcher/IsolatedClassLoader.class"))
                .isEqualTo(JAVA_8);
        assertThat(version("inst/java/lang/LatencyProbesLink.classdata")).isEqualTo(JAVA_8);
        assertThat(version("inst/org/latencyprobes/agent/Agent.classdata")).isEqualTo(JAVA_17);
    }

    private static int version(String name) throws IOException {
        try (DataInputStream content = new DataInputStream(jar.getInputStream(jar.getEntry(name)))) {
            content.readInt();
            content.readUnsignedShort();
            return content.readUnsignedShort();
        }
    }

    @Test
    void carriesTheLicencesOfAllThatIsInIt() throws IOException {
        assertThat(names)
                .contains(
                        "META-INF/LICENSE",
                        "META-INF/licenses/byte-buddy/LICENSE",
                        "META-INF/licenses/byte-buddy/NOTICE",
                        "META-INF/licenses/picocli/LICENSE");
        assertThat(names).anyMatch(name -> name.startsWith("META-INF/licenses/HdrHistogram/"));
    }

    @Test
    void isMadeReproducibly() throws IOException {
        Attributes manifest = jar.getManifest().getMainAttributes();
        assertThat(manifest.keySet().stream().map(String::valueOf))
                .doesNotContain("Built-By", "Build-Jdk", "Build-Time");
        Map<Long, Long> times = jar.stream().collect(Collectors.groupingBy(JarEntry::getTime, Collectors.counting()));
        assertThat(times).as("one time for all entries").hasSize(1);
    }

    @Test
    void declaresAnAgentThatMayRetransform() throws IOException {
        Attributes manifest = jar.getManifest().getMainAttributes();
        assertThat(manifest.getValue("Premain-Class")).isEqualTo("org.latencyprobes.launcher.Launcher");
        assertThat(manifest.getValue("Agent-Class")).isEqualTo("org.latencyprobes.launcher.Launcher");
        assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
        assertThat(manifest.getValue("Boot-Class-Path")).isNull();
    }

    @Test
    void isTheCommandLineWhenRun() {
        Result result =
                ForkedJvm.ofJar(ForkedJvm.AGENT).arguments("--help").run().expectExit(0);
        assertThat(result.stdout()).contains("java -jar latency-probes-agent.jar", "attach", "Exit codes");
    }
}
