package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.TestJvm;

/** A test with the shell's limit on the size of files in place of a full disk: it needs no rights and fails in the same call. */
class FullDiskTest {

    private static final int LIMIT_BLOCKS = 64;

    @TempDir
    private Path directory;

    @Test
    void noSampleIsLostNorWrittenTwiceAndNothingHalfWrittenIsLeft() throws Exception {
        long recorded = Long.parseLong(runLimited(FullDisk.class, LIMIT_BLOCKS));
        long beforeFull = LogFile.count(directory.resolve("full.hlog"), FullDisk.PROBE);
        long afterFull = LogFile.count(directory.resolve("app.hlog"), FullDisk.PROBE);
        assertThat(afterFull).isGreaterThanOrEqualTo(10);
        assertThat(beforeFull + afterFull).isEqualTo(recorded);
        assertThat(Files.readString(directory.resolve("full.hlog"))).endsWith("\n");
    }

    @Test
    void failedAttemptsPushNoOldFileOut() throws Exception {
        Files.writeString(directory.resolve("app.hlog"), "earlier");
        assertThat(runLimited(NoRoomAtAll.class, 0)).isEqualTo("10");
        assertThat(directory.resolve("app.1.hlog")).hasContent("earlier");
    }

    /** Without the file of counters that the JVM itself would write. */
    private String runLimited(Class<?> main, int blocks) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -f " + blocks + " && exec \"$@\"", "sh"));
        command.addAll(TestJvm.command(main, List.of("-XX:-UsePerfData")));
        command.add(directory.resolve("app.hlog").toString());
        return TestJvm.run(command);
    }
}
