package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {

    private static final int FILES = 500;

    @TempDir
    private Path parent;

    @Test
    void goWithWhatComesAndGoesMeanwhile() throws Exception {
        Path folder = Files.createDirectories(parent.resolve("folder/inner")).getParent();
        for (int i = 0; i < FILES; i++) {
            Files.createFile(folder.resolve("inner/" + i));
        }
        CountDownLatch begun = new CountDownLatch(1);
        Thread other = new Thread(() -> comeAndGo(folder, begun));
        other.start();
        begun.await();

        Folders.delete(folder);

        other.join();
        assertThat(folder).doesNotExist();
    }

    @Test
    void mayBeGoneAlready() {
        Folders.delete(parent.resolve("none"));

        assertThat(parent).isEmptyDirectory();
    }

    private static void comeAndGo(Path folder, CountDownLatch begun) {
        try {
            for (int i = 0; i < FILES; i++) {
                Files.createFile(folder.resolve("new" + i));
                begun.countDown();
                Files.deleteIfExists(folder.resolve("inner/" + (FILES - 1 - i)));
            }
        } catch (IOException e) {
            // the folder is gone
        }
    }
}
