package org.latencyprobes.cli.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.protocol.Answer;

/** Tests with a shell script instead of Maven. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the program is a shell script")
final class BackendFetchTest {

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();

    private Answer fetch(String name, String script) throws IOException {
        Path program = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\n" + script + '\n');
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new BackendFetch(folder.resolve("to"), program.toString(), null, progress::add).fetch(name);
    }

    @Test
    void mavenCopiesTheRegistryIntoAFolderOfItsName() throws IOException {
        Answer answer = fetch(
                "humio",
                "for a in \"$@\"; do case $a in -DoutputDirectory=*) to=${a#*=};; *pom.xml) pom=$a;; esac; done\n"
                        + "cp $pom $to/pom.jar");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.tables().get(0).rows()).hasSize(1);
        assertThat(folder.resolve("to/humio/pom.jar"))
                .content()
                .contains(
                        "<artifactId>micrometer-registry-humio</artifactId>\n<version>"
                                + BuildVersions.ofMicrometer().get(0),
                        "<exclusion><groupId>io.micrometer</groupId><artifactId>micrometer-core</artifactId>",
                        "<version>" + BuildVersions.ofPlugin() + "</version>");
        assertThat(progress).hasSize(1);
        assertThat(answer.sentences()).last().asString().contains("not known by this release", "pom.jar");
        assertThat(folder.resolve("to")).isDirectoryContaining("glob:**/humio").isDirectoryNotContaining("glob:**/.*");
    }

    @Test
    void aJarWithOtherBytesThanThePinnedOneIsNotCopied() throws IOException {
        String jar = "micrometer-registry-influx-" + PinnedJars.version("micrometer-registry-influx") + ".jar";
        Answer answer = fetch(
                "influx",
                "for a in \"$@\"; do case $a in -DoutputDirectory=*) to=${a#*=};; esac; done; echo other > $to/" + jar);
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.sentences()).singleElement().asString().contains(jar, "nothing was copied");
        assertThat(folder.resolve("to")).isEmptyDirectory();
    }

    @Test
    void otherVersionsAreTriedAndWhatMavenSaysIsTold() throws IOException {
        Answer answer =
                fetch("nosuch", "echo '[ERROR] no such artifact'; echo '[ERROR] To see the full stack trace'; exit 1");
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.sentences()).last().isEqualTo("[ERROR] no such artifact");
        assertThat(progress).hasSameSizeAs(BuildVersions.ofMicrometer());
        assertThat(folder.resolve("to/nosuch")).doesNotExist();
    }

    @Test
    void withoutMavenTheRemedyIsNamed() {
        Answer answer =
                new BackendFetch(folder, folder.resolve("nothing").toString(), null, progress::add).fetch("influx");
        assertThat(answer.sentences()).singleElement().asString().contains("Maven cannot be run", "--mvn");
    }
}
