package org.latencyprobes.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSourcesTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void create() throws IOException {
        for (String name : List.of(
                "web1/app.hlog",
                "web1/app.1.hlog",
                "web2/day/app.hlog.1.gz",
                "web2/day/app.hlog-20261121",
                "web2/hlog.txt",
                "web2/app.hlogs",
                "web2/notes")) {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
    }

    private List<String> find(String text) throws IOException {
        return LogSources.paths(folder.resolve(text).toString()).stream()
                .map(path -> folder.relativize(path).toString())
                .toList();
    }

    @Test
    void aFolderMeansItsLogsRotatedAndCompressedOnesToo() throws IOException {
        assertThat(find(""))
                .containsExactly(
                        "web1/app.1.hlog", "web1/app.hlog", "web2/day/app.hlog-20261121", "web2/day/app.hlog.1.gz");
    }

    @Test
    void aFileMayHaveAnyName() throws IOException {
        assertThat(find("web2/notes")).containsExactly("web2/notes");
    }

    @Test
    void aGlobMeansWhatItMatches() throws IOException {
        assertThat(find("*/app.hlog")).containsExactly("web1/app.hlog");
        assertThat(find("web?/**/app*.gz")).containsExactly("web2/day/app.hlog.1.gz");
        assertThat(find("web{1,3}/*")).hasSize(2);
        assertThat(find("db*/app.hlog")).isEmpty();
        assertThat(find("none/app*")).isEmpty();
    }

    @Test
    void aFileWhoseNameLooksLikeAGlobIsAFile() throws IOException {
        Files.createFile(folder.resolve("odd[1].hlog"));
        assertThat(find("odd[1].hlog")).containsExactly("odd[1].hlog");
    }

    @Test
    void linksAreFollowed() throws IOException {
        Files.createSymbolicLink(folder.resolve("web3"), folder.resolve("web1"));
        assertThat(find("web3")).hasSize(2);
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatThrownBy(() -> find("web9"))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("web9");
    }
}
