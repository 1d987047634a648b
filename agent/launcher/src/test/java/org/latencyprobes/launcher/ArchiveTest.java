package org.latencyprobes.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArchiveTest {

    private static final int FILES = 60;

    @TempDir
    private Path folder;

    private final Map<String, byte[]> files = files();
    private RandomAccessFile file;

    /** Of many sizes, the empty one among them. */
    private static Map<String, byte[]> files() {
        Random random = new Random(7);
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 0; i < FILES; i++) {
            byte[] content = new byte[i * i];
            random.nextBytes(content);
            files.put("folder" + i % 7 + "/file" + i, content);
        }
        return files;
    }

    @AfterEach
    void close() throws IOException {
        file.close();
    }

    private Archive archive(byte[] content) throws IOException {
        file = new RandomAccessFile(
                Files.write(folder.resolve("archive.zip"), content).toFile(), "rw");
        return new Archive(file, 0, content.length);
    }

    private void assertThatAllAreIn(Archive archive) throws IOException {
        for (Map.Entry<String, byte[]> expected : files.entrySet()) {
            assertThat(archive.read(expected.getKey())).isEqualTo(expected.getValue());
        }
        assertThat(archive.read("folder0/absent")).isNull();
    }

    @Test
    void readsWhatIsCompressedAndWhatIsNot() throws IOException {
        assertThatAllAreIn(archive(Zips.zip(files)));
        file.close();
        assertThatAllAreIn(archive(Zips.stored(files)));
    }

    @Test
    void readsAnArchiveWithinAnother() throws IOException {
        Map<String, byte[]> outer = Map.of("first.jar", Zips.stored(files), "second.jar", Zips.zip(files));
        Archive archive = archive(Zips.stored(outer));
        assertThatAllAreIn(archive.nested("first.jar"));
        assertThatAllAreIn(archive.nested("second.jar"));
        assertThat(archive.nested("third.jar")).isNull();
    }

    @Test
    void saysThatAnArchiveWithinWasCompressed() throws IOException {
        Archive archive = archive(Zips.zip(Map.of("inner.jar", Zips.zip(files))));
        assertThatIOException().isThrownBy(() -> archive.nested("inner.jar")).withMessageContaining("packed anew");
    }

    @Test
    void readsForManyThreadsAtOnce() throws Exception {
        Archive archive = archive(Zips.zip(files));
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> readings = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                readings.add(threads.submit(() -> {
                    assertThatAllAreIn(archive);
                    return null;
                }));
            }
            for (Future<?> reading : readings) {
                reading.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void refusesWhatIsNoArchive() {
        assertThatIOException().isThrownBy(() -> archive(new byte[100])).withMessageContaining("broken");
    }

    /** Whatever is read from it: names, places, lengths, methods. */
    @Test
    void neverGivesAnotherContentThanWasWritten() throws IOException {
        Map<String, byte[]> small = new LinkedHashMap<>();
        files.entrySet().stream().limit(6).forEach(few -> small.put(few.getKey(), few.getValue()));
        for (byte[] written : List.of(Zips.stored(small), Zips.zip(small))) {
            archive(written);
            for (int place = 0; place < written.length; place++) {
                for (int bit = 0; bit < 8; bit += 7) {
                    writeAt(place, written[place] ^ 1 << bit);
                    assertThatContentsAreAsWritten(small, written.length);
                }
                writeAt(place, written[place]);
            }
            file.close();
        }
    }

    private void writeAt(int place, int value) throws IOException {
        file.seek(place);
        file.write(value);
    }

    private void assertThatContentsAreAsWritten(Map<String, byte[]> written, long length) {
        for (Map.Entry<String, byte[]> expected : written.entrySet()) {
            try {
                assertThat(new Archive(file, 0, length).read(expected.getKey())).isIn(expected.getValue(), null);
            } catch (IOException damageWasSeen) {
                assertThat(damageWasSeen).isNotNull();
            }
        }
    }
}
