package org.latencyprobes.cli.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MergeProgressTest {

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private long nanos;
    private long bytes;

    private MergeProgress progress(long bytesTotal) {
        PrintStream stream = new PrintStream(terminal, true, StandardCharsets.UTF_8);
        return new MergeProgress(stream, () -> bytes, bytesTotal, () -> nanos);
    }

    private String after(MergeProgress progress, long millis, long megabytes) {
        terminal.reset();
        nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        bytes = megabytes * 1_000_000;
        progress.run();
        return terminal.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tellsHowFarHowFastAndHowLongYetTwiceASecond() {
        MergeProgress progress = progress(10_000_000_000L);
        assertThat(after(progress, 900, 40)).isEmpty();
        assertThat(after(progress, 1_000, 40)).endsWith("... 0 % of 10,000 MB, 40 MB/s, 4 min left");
        assertThat(after(progress, 1_400, 60)).isEmpty();
        assertThat(after(progress, 10_000, 2_000)).endsWith("... 20 % of 10,000 MB, 200 MB/s, 40 s left");
    }

    @Test
    void ofAStreamItTellsWhatWasRead() {
        assertThat(after(progress(0), 2_000, 50)).endsWith("... 50 MB, 25 MB/s");
    }

    @Test
    void leavesTheTerminalAsItWas() {
        MergeProgress progress = progress(0);
        after(progress, 2_000, 50);
        terminal.reset();
        progress.close();
        assertThat(terminal.toString(StandardCharsets.UTF_8)).isEqualTo("\r\u001b[K");
    }

    @Test
    void aShortMergeShowsNothing() {
        progress(0).close();
        assertThat(terminal.size()).isZero();
    }
}
