package org.latencyprobes.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the archives by unpacking them where nothing else is known: no home, no environment, no sources. */
final class ArchiveIT {

    private static final Path FOLDER = Path.of(System.getProperty("release.folder"));
    private static final String NAME = "latency-probes-" + System.getProperty("release.version");

    private static final int OWNER_EXECUTES = 0100;

    @TempDir
    private Path folder;

    private String run(String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("env", "-i", "PATH=/usr/bin:/bin", "HOME=" + folder));
        words.addAll(List.of(command));
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static List<Path> files(Path under) throws IOException {
        try (Stream<Path> found = Files.walk(under)) {
            return found.filter(Files::isRegularFile)
                    .map(under::relativize)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void installsAndListsByTwoCommands() throws IOException, InterruptedException {
        run("tar", "-xzf", FOLDER.resolve(NAME + ".tar.gz").toString());
        assertThat(files(folder.resolve(NAME)).stream().map(Path::toString))
                .contains(
                        "LICENSE",
                        "bin/latency-probes",
                        "lib/latency-probes/latency-probes-agent.jar",
                        "licenses/reactor/LICENSE",
                        NAME + ".cdx.json",
                        "share/bash-completion/completions/latency-probes",
                        "share/man/man1/latency-probes.1")
                .noneMatch(name -> name.endsWith(".jsa"));
        assertThat(run(NAME + "/bin/latency-probes", "install"))
                .contains("installed: " + folder + "/.local/bin/latency-probes", "undo: cd ");
        run("rm", "-r", NAME);
        assertThat(run(".local/bin/latency-probes", "list"))
                .containsPattern("(?m)^ *" + ProcessHandle.current().pid() + " ");
    }

    @Test
    void bothArchivesHoldTheSame() throws IOException, InterruptedException {
        Path tar = Files.createDirectory(folder.resolve("tar"));
        Path zip = Files.createDirectory(folder.resolve("zip"));
        run("tar", "-xzf", FOLDER.resolve(NAME + ".tar.gz").toString(), "-C", tar.toString());
        unzip(FOLDER.resolve(NAME + ".zip"), zip);
        assertThat(files(tar)).isEqualTo(files(zip));
        for (Path file : files(tar)) {
            assertThat(zip.resolve(file)).hasSameBinaryContentAs(tar.resolve(file));
            assertThat(Files.isExecutable(zip.resolve(file)))
                    .as(file.toString())
                    .isEqualTo(Files.isExecutable(tar.resolve(file)));
        }
    }

    /** Not by the JDK, which does not tell what may be executed. */
    private static void unzip(Path archive, Path folder) throws IOException {
        try (ZipFile zip = ZipFile.builder().setPath(archive).get()) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
                Path file = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                    continue;
                }
                Files.createDirectories(file.getParent());
                try (InputStream content = zip.getInputStream(entry)) {
                    Files.copy(content, file);
                }
                assertThat(file.toFile().setExecutable((entry.getUnixMode() & OWNER_EXECUTES) != 0))
                        .isTrue();
            }
        }
    }

    @Test
    void theBillOfMaterialsHasWhatIsShaded() throws IOException {
        JsonNode bill =
                new ObjectMapper().readTree(FOLDER.resolve(NAME + ".cdx.json").toFile());
        assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bill.findValuesAsText("name"))
                .contains("byte-buddy", "asm", "reactor-core", "reactive-streams", "HdrHistogram")
                .doesNotContain("LatencyUtils", "error_prone_annotations");
        for (JsonNode component : bill.path("components")) {
            assertThat(component.path("hashes")).as(component.toString()).isNotEmpty();
            assertThat(component.path("licenses")).as(component.toString()).isNotEmpty();
        }
    }

    @Test
    void theChecksumsAreThoseOfAllFiles() throws IOException, InterruptedException {
        assertThat(run("sh", "-c", "cd '" + FOLDER + "' && sha256sum -c SHA256SUMS && grep -c '' SHA256SUMS"))
                .contains("latency-probes-agent.jar: OK", NAME + ".tar.gz: OK", NAME + ".zip: OK");
    }
}
