package org.latencyprobes.demo.date;

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
    void prepare() throws IOException {
        folder = new OutputFolder(parent.resolve("some/output"));
        folder.prepare();
    }

    @Test
    void makesItself() {
        assertThat(folder.root()).isDirectory();
    }

    @Test
    void removesWhatAnEarlierComparisonLeft() throws IOException {
        Path result = Files.createFile(folder.result(Experiment.IN_SERVER, 12));
        Path rotated = Files.createFile(
                folder.histogramLog(Experiment.IN_SERVER, 12).resolveSibling(Experiment.IN_SERVER.id() + ".1.hlog"));
        Files.createFile(folder.markdown());

        folder.prepare();

        assertThat(result).doesNotExist();
        assertThat(rotated).doesNotExist();
        assertThat(folder.markdown()).doesNotExist();
    }

    @Test
    void leavesOtherFilesAlone() throws IOException {
        Path notes = Files.createFile(folder.root().resolve("notes.md"));
        Path inRound = Files.createFile(folder.log(Experiment.IN_SERVER, 1).resolveSibling("notes.log"));

        folder.prepare();

        assertThat(notes).exists();
        assertThat(inRound).exists();
    }
}
