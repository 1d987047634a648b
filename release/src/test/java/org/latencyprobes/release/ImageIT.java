package org.latencyprobes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the image with other people's tools: skopeo reads it, umoci unpacks it, and the kernel runs what is in it. */
final class ImageIT {

    private static final String VERSION = System.getProperty("release.version");
    private static final Path RELEASE = Path.of(System.getProperty("release.folder"));
    private static final String IMAGE =
            "oci-archive:" + RELEASE.resolve("latency-probes-" + VERSION + "-image.tar") + ':' + VERSION;

    @TempDir
    private Path folder;

    @BeforeAll
    static void toolsAreThere() {
        for (String tool : List.of("skopeo", "umoci", "unshare")) {
            assumeTrue(
                    Stream.of("/usr/bin", "/bin").anyMatch(path -> Files.isExecutable(Path.of(path, tool))),
                    "NOT TESTED: there is no " + tool);
        }
    }

    private String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private Path unpacked(String processor) throws IOException, InterruptedException {
        run("skopeo", "copy", "-q", "--override-arch", processor, IMAGE, "oci:layout:one");
        run("umoci", "unpack", "--rootless", "--image", "layout:one", "bundle");
        return folder.resolve("bundle/rootfs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"amd64", "arm64"})
    void holdsTheJarAndAProgramForTheProcessorAndNothingElse(String processor)
            throws IOException, InterruptedException {
        JsonNode configuration =
                new ObjectMapper().readTree(run("skopeo", "inspect", "--config", "--override-arch", processor, IMAGE));
        assertThat(configuration.path("architecture").asText()).isEqualTo(processor);
        assertThat(configuration.path("config").path("User").asText()).isEqualTo("65532:65532");
        Path root = unpacked(processor);
        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> root.relativize(file).toString()))
                    .containsExactlyInAnyOrder("copy", "opt/latency-probes-agent.jar");
        }
        assertThat(root.resolve("opt/latency-probes-agent.jar"))
                .hasSameBinaryContentAs(RELEASE.resolve("latency-probes-agent.jar"));
    }

    /** As an init container: the root read-only, no shell, a user without rights, a volume to copy into. */
    @Test
    void copiesTheJarIntoAVolumeOfAReadOnlyContainer() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "NOT TESTED: only root mounts");
        String processor = System.getProperty("os.arch").replace("aarch64", "arm64");
        Path root = unpacked(processor);
        Files.createDirectory(root.resolve("probes"));
        Path volume = Files.createDirectory(folder.resolve("volume"));
        assertThat(volume.toFile().setWritable(true, false)).isTrue();
        String container = "set -e; mount --bind bundle/rootfs bundle/rootfs; mount --bind volume bundle/rootfs/probes;"
                + " mount -o remount,ro,bind bundle/rootfs; exec chroot --userspec=65532:65532 bundle/rootfs /copy /probes";
        assertThat(run("unshare", "--mount", "sh", "-c", container))
                .isEqualTo("latency-probes: copied /probes/latency-probes-agent.jar\n");
        assertThat(volume.resolve("latency-probes-agent.jar"))
                .hasSameBinaryContentAs(RELEASE.resolve("latency-probes-agent.jar"))
                .isReadable();
    }
}
