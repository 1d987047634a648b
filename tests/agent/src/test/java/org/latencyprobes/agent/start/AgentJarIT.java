package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/** Tests of the content of the jar that users attach. */
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
    void hidesEverythingElseInJarsWithinIt() throws IOException {
        assertThat(names.stream().filter(name -> name.startsWith("inst/")))
                .containsExactlyInAnyOrder(
                        "inst/start.jar", "inst/agent.jar", "inst/weaver.jar", "inst/cli.jar", "inst/backends.jar");
        assertThat(namesIn("inst/agent.jar"))
                .as("a launcher of an older jar does not know of the jar of start classes")
                .containsAll(namesIn("inst/start.jar"));
        assertThat(namesIn("inst/agent.jar"))
                .contains(
                        "java/lang/LatencyProbesLink.class",
                        "org/latencyprobes/agent/Agent.class",
                        "org/latencyprobes/probe/LatencyProbe.class",
                        "org/latencyprobes/annotation/Probe.class",
                        "org/HdrHistogram/Histogram.class")
                .doesNotContain("module-info.class")
                .doesNotHaveDuplicates();
        assertThat(namesIn("inst/weaver.jar")).contains("net/bytebuddy/ByteBuddy.class");
        assertThat(namesIn("inst/cli.jar"))
                .contains(
                        "org/latencyprobes/cli/Main.class",
                        "picocli/CommandLine.class",
                        "org/jline/terminal/Terminal.class")
                .noneMatch(name -> name.matches(".*[.](so|dll|jnilib)"));
        assertThat(namesIn("inst/agent.jar")).noneMatch(name -> name.startsWith("org/jline"));
    }

    @Test
    void statisticsAreTheCommandLinesAlone() throws IOException {
        List<String> ofStatistics = List.of(
                "org/latencyprobes/analysis/statistics/ConfidenceInterval.class",
                "org/apache/commons/statistics/distribution/TDistribution.class");
        assertThat(namesIn("inst/cli.jar")).containsAll(ofStatistics);
        for (String other : List.of("inst/agent.jar", "inst/weaver.jar", "inst/backends.jar")) {
            assertThat(namesIn(other)).as(other).doesNotContainAnyElementsOf(ofStatistics);
        }
    }

    private static List<String> namesIn(String nested) throws IOException {
        return Jars.filesIn(jar.getInputStream(jar.getEntry(nested))).keySet().stream()
                .toList();
    }

    /** The JVM reads the whole jar before it starts the agent. */
    @Test
    void hasAShortDirectory() {
        assertThat(names).hasSizeLessThan(50);
    }

    /** Otherwise the launcher could not read single files of the nested jars. */
    @Test
    void doesNotCompressTheJarsWithinIt() {
        assertThat(jar.stream().filter(entry -> entry.getName().endsWith(".jar")))
                .allMatch(entry -> entry.getMethod() == ZipEntry.STORED);
    }

    @Test
    void keepsTheLauncherAndTheBootstrapClassFitForJava8() throws IOException {
        for (String name :
                names.stream().filter(each -> each.endsWith(".class")).toList()) {
            assertThat(version(jar.getInputStream(jar.getEntry(name)).readAllBytes()))
                    .as(name)
                    .isEqualTo(JAVA_8);
        }
        Map<String, byte[]> agent = Jars.filesIn(jar.getInputStream(jar.getEntry("inst/agent.jar")));
        assertThat(version(agent.get("java/lang/LatencyProbesLink.class"))).isEqualTo(JAVA_8);
        assertThat(version(agent.get("org/latencyprobes/agent/Agent.class"))).isEqualTo(JAVA_17);
    }

    private static int version(byte[] classFile) {
        return ByteBuffer.wrap(classFile).getShort(6);
    }

    @Test
    void carriesTheLicencesOfAllThatIsInIt() throws IOException {
        Map<String, String> licences = licencesOfPackages();
        Set<String> used = new HashSet<>();
        for (String nested : List.of("inst/agent.jar", "inst/weaver.jar", "inst/cli.jar", "inst/backends.jar")) {
            for (String name : namesIn(nested)) {
                String type = name.replaceFirst("^META-INF/versions/\\d+/", "").replace('/', '.');
                if (type.endsWith(".class") && !type.equals("module-info.class")) {
                    String owner = type.replaceFirst("\\.[^.]+\\.class$", "");
                    while (!owner.isEmpty() && !licences.containsKey(owner)) {
                        owner = owner.substring(0, Math.max(0, owner.lastIndexOf('.')));
                    }
                    used.add(owner);
                    assertThat(
                                    !owner.isEmpty()
                                            || type.matches(
                                                    "org\\.latencyprobes\\..*|java\\.lang\\.LatencyProbes(Link|Native)\\.class|io\\.micrometer\\.shaded\\.io\\.netty\\..*"))
                            .as("%s in %s belongs to a component", type, nested)
                            .isTrue();
                }
            }
        }
        used.remove("");
        assertThat(used).isEqualTo(licences.keySet());
        assertThat(licences.values())
                .allSatisfy(folder -> assertThat(names)
                        .anyMatch(name -> name.startsWith("META-INF/licenses/" + folder + "/LICENSE")));
        assertThat(names)
                .contains(
                        "META-INF/LICENSE",
                        "META-INF/licenses/byte-buddy/NOTICE",
                        "META-INF/licenses/commons-statistics/NOTICE",
                        "META-INF/licenses/micrometer/NOTICE",
                        "META-INF/licenses/prometheus-metrics/NOTICE");
    }

    /** The folder of the licence of each package of others. */
    private static Map<String, String> licencesOfPackages() throws IOException {
        String text = new String(
                jar.getInputStream(jar.getEntry("META-INF/licenses/components.txt"))
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        return text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" +"))
                .collect(Collectors.toMap(columns -> columns[0], columns -> columns[2]));
    }

    /** What backend fetch brings is what the tests of backends run with. */
    @Test
    void pinsTheJarsOfBackendsThatItIsTestedWith() throws Exception {
        byte[] pinned = Jars.filesIn(jar.getInputStream(jar.getEntry("inst/cli.jar")))
                .get("org/latencyprobes/cli/fetch/pinned.sha256");
        Map<String, String> checksums = new String(pinned, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toMap(line -> line.split(" +")[1], line -> line.split(" +")[0]));
        Set<String> held = new TreeSet<>();
        for (String file : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = Path.of(file).getFileName().toString();
            if (checksums.containsKey(name)) {
                held.add(name.replaceFirst("-[0-9].*", ""));
                assertThat(HexFormat.of()
                                .formatHex(
                                        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(Path.of(file)))))
                        .as(name)
                        .isEqualTo(checksums.get(name));
            }
        }
        assertThat(held)
                .contains(
                        "micrometer-registry-datadog",
                        "micrometer-registry-dynatrace",
                        "micrometer-registry-elastic",
                        "micrometer-registry-graphite",
                        "micrometer-registry-influx",
                        "micrometer-registry-new-relic");
    }

    @Test
    void isMadeReproducibly() throws IOException {
        Attributes manifest = jar.getManifest().getMainAttributes();
        assertThat(manifest.keySet().stream().map(String::valueOf))
                .doesNotContain("Built-By", "Build-Jdk", "Build-Time");
        long time = jar.getEntry("META-INF/MANIFEST.MF").getTime();
        assertThat(jar.stream().map(JarEntry::getTime))
                .as("one time for all entries")
                .containsOnly(time);
        for (String nested : List.of("inst/agent.jar", "inst/cli.jar", "inst/backends.jar")) {
            assertThat(timesOfOurClasses(nested)).as(nested).containsOnly(time);
        }
    }

    private static Set<Long> timesOfOurClasses(String nested) throws IOException {
        Set<Long> times = new HashSet<>();
        try (ZipInputStream files = new ZipInputStream(jar.getInputStream(jar.getEntry(nested)))) {
            for (ZipEntry file = files.getNextEntry(); file != null; file = files.getNextEntry()) {
                if (file.getName().startsWith("org/latencyprobes/")) {
                    times.add(file.getTime());
                }
            }
        }
        return times;
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
        JvmResult result =
                ForkedJvm.ofJar(ForkedJvm.AGENT).arguments("--help").run().expectExit(0);
        assertThat(result.stdout()).contains("java -jar latency-probes-agent.jar", "attach", "Exit codes");
    }
}
