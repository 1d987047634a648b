package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.LateProbe;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Tests of a ConfigMap of Kubernetes as the options file. Its volume, where anybody may write, has a folder for each version, a link to the
 * present one, which is replaced at once, and a link for each file.
 */
@Tag("full")
final class MountedConfigIT {

    private static final String DATA = "..data";

    @TempDir
    private Path volume;

    private int versions;

    private void mount(String first, String second) throws IOException {
        Path version = Files.createDirectory(volume.resolve("..2026_11_28_0" + ++versions));
        file(version, "a.properties", first);
        file(version, "b.properties", second);
        Path next = Files.createSymbolicLink(volume.resolve("..data_tmp"), version.getFileName());
        Files.move(next, volume.resolve(DATA), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void file(Path version, String name, String content) throws IOException {
        Path file = Files.writeString(version.resolve(name), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        if (!Files.isSymbolicLink(volume.resolve(name))) {
            Files.createSymbolicLink(volume.resolve(name), Path.of(DATA, name));
        }
    }

    private void open() throws IOException {
        Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private static RunningJvm start(Path config) {
        return ForkedJvm.of(LateProbe.class)
                .withAgent("report=off,jitter=off,config=" + config)
                .start()
                .awaitText("ready");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "b.properties"})
    void aChangeOfTheVolumeTakesEffect(String file) throws IOException {
        open();
        mount("interval=1h", "interval=2h");
        try (RunningJvm jvm = start(volume.resolve(file))) {
            assertThat(AgentClient.to(jvm).ask("status").cell("options", "interval", "value"))
                    .isEqualTo("2h");
            mount("interval=3h", "interval=4h");
            jvm.awaitText("option interval: 2h -> 4h");
        }
    }

    @Test
    void ofAFolderTheLastFileWinsAndEachHasItsName() throws IOException {
        mount("interval=1h\nhlog.files=3", "interval=2h");
        try (RunningJvm jvm = start(volume)) {
            assertThat(AgentClient.to(jvm).ask("status").table("options"))
                    .anyMatch(row -> row.get("option").equals("interval")
                            && row.get("value").equals("2h")
                            && row.get("source").endsWith("b.properties"))
                    .anyMatch(row -> row.get("option").equals("hlog.files")
                            && row.get("source").endsWith("a.properties"));
        }
    }
}
