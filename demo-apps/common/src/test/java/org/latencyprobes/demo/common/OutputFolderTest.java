package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {

    @TempDir
    private Path parent;

    private OutputFolder folder;

    @BeforeEach
    void make() throws IOException {
        folder = new OutputFolder(parent.resolve("some/output"));
        folder.make();
    }

    @Test
    void makesItself() {
        assertThat(folder.root()).isDirectory();
    }

    @Test
    void removesWhatAnEarlierComparisonLeft() throws IOException {
        Path result = Files.createFile(folder.result("server", 12));
        Path ofAnEngine = Files.createFile(folder.log("engine-2000", 1));
        Path rotated = Files.createFile(folder.file("server", 12, ".1.hlog"));
        Files.createFile(folder.markdown());

        folder.clear();

        assertThat(result).doesNotExist();
        assertThat(ofAnEngine).doesNotExist();
        assertThat(rotated).doesNotExist();
        assertThat(folder.markdown()).doesNotExist();
    }

    @Test
    void keepsWhatIsThereWhenItIsMadeAgain() throws IOException {
        Path result = Files.createFile(folder.result("server", 12));
        Files.createFile(folder.markdown());

        folder.make();

        assertThat(result).exists();
        assertThat(folder.markdown()).exists();
    }

    @Test
    void leavesOtherFilesAlone() throws IOException {
        Path notes = Files.createFile(folder.root().resolve("notes.md"));
        Path inRound = Files.createDirectory(folder.root().resolve("rounds"));
        Path notesOfRound = Files.createDirectory(folder.root().resolve("round-1-notes"));

        folder.clear();

        assertThat(notes).exists();
        assertThat(notesOfRound).exists();
        assertThat(inRound).exists();
    }

    @Test
    void keepsTheLastComparison() throws IOException {
        folder.keep("first", "1");
        folder.keep("second", "2");

        assertThat(folder.markdown()).hasContent("second");
        assertThat(folder.csv()).hasContent("2");
        assertThat(folder.contents()).contains(folder.markdown().toString(), "round-*");
    }
}
