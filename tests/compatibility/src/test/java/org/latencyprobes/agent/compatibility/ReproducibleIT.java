package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A second build of the agent, in another folder, for another user, in another language and zone, has the bytes of the first. In tier 2 it
 * packs again what was compiled; by night, and in {@code .ci/release}, it compiles too.
 */
@Tag("full")
final class ReproducibleIT {

    private static final Path SOURCES = Path.of(System.getProperty("maven.sources"));
    private static final Set<String> NOT_SOURCES = Set.of("target", ".git");

    @TempDir
    private Path folder;

    private static void copy(Path from, Path to, boolean isCompiled) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                if (NOT_SOURCES.contains(each.getFileName().toString())) {
                    Path classes = each.resolve("classes");
                    if (isCompiled && Files.isDirectory(classes)) {
                        Files.createDirectories(to.resolve(from.relativize(each)));
                        Files.walkFileTree(classes, this);
                    }
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(each)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                Files.copy(each, to.resolve(from.relativize(each)));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void build(Path sources, boolean isCompiled) throws IOException, InterruptedException {
        File log = RunningJvm.reportFile(".second-build.txt").toFile();
        ProcessBuilder maven = new ProcessBuilder(
                        Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                        "-o",
                        "-B",
                        "package",
                        "-pl",
                        "agent/jar",
                        "-am",
                        "-Dmaven.test.skip",
                        "-Dmaven.main.skip=" + isCompiled,
                        "-Dmaven.source.skip",
                        "-Denforcer.skip",
                        "-Dmaven.repo.local=" + System.getProperty("maven.repository"))
                .directory(sources.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log);
        maven.environment().put("JAVA_HOME", System.getProperty("maven.java.home"));
        maven.environment().put("TZ", "Pacific/Kiritimati");
        maven.environment().put("LC_ALL", "C");
        maven.environment()
                .put(
                        "MAVEN_OPTS",
                        "-Duser.name=somebody -Duser.language=tr -Duser.country=TR -Dfile.encoding=ISO-8859-9");
        Process process = maven.start();
        process.getOutputStream().close();
        assertThat(process.waitFor())
                .as(() -> {
                    try {
                        List<String> lines = Files.readAllLines(log.toPath());
                        return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
                    } catch (IOException e) {
                        return e.toString();
                    }
                })
                .isZero();
    }

    /** A checksum of each file in a jar and in the jars in it. */
    private static Map<String, Long> checksums(String prefix, InputStream jar) throws IOException {
        Map<String, Long> checksums = new TreeMap<>();
        ZipInputStream files = new ZipInputStream(jar);
        for (ZipEntry file = files.getNextEntry(); file != null; file = files.getNextEntry()) {
            if (file.getName().endsWith(".jar")) {
                checksums.putAll(checksums(prefix + file.getName() + '!', files));
            } else {
                files.readAllBytes();
                files.closeEntry();
                checksums.put(prefix + file.getName(), file.getCrc());
            }
        }
        return checksums;
    }

    @Test
    void aSecondPackageHasTheBytesOfTheFirst() throws IOException, InterruptedException {
        assertHasTheBytesOfTheFirst(true);
    }

    @Test
    @Tag("nightly")
    void aSecondBuildHasTheBytesOfTheFirst() throws IOException, InterruptedException {
        assertHasTheBytesOfTheFirst(false);
    }

    private void assertHasTheBytesOfTheFirst(boolean isCompiled) throws IOException, InterruptedException {
        Path sources = folder.resolve("elsewhere");
        copy(SOURCES, sources, isCompiled);
        build(sources, isCompiled);
        Path second = sources.resolve("agent/jar/target/latency-probes-agent.jar");
        try (InputStream first = Files.newInputStream(ForkedJvm.AGENT);
                InputStream other = Files.newInputStream(second)) {
            assertThat(checksums("", other)).isEqualTo(checksums("", first));
        }
        assertThat(second).hasSameBinaryContentAs(ForkedJvm.AGENT);
    }
}
