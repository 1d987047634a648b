package org.latencyprobes.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** A log whose options change while the JVM runs: each call is in one of its files. */
class HistogramLogOutputTest {

    private static final String PROBE = "log-output-test";

    @TempDir
    private Path folder;

    private final ProbeRecorder probe = ProbeRecorder.named(PROBE);

    private Options options(String text) throws Exception {
        return Options.of(Sources.of(text));
    }

    private Options log(String name) throws Exception {
        return options("hlog.interval=1h,hlog=" + folder.resolve(name));
    }

    private long count(String name) throws IOException {
        long count = 0;
        try (HistogramLogReader reader =
                new HistogramLogReader(folder.resolve(name).toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram line = reader.nextIntervalHistogram();
                count += line.getTag().startsWith(PROBE) ? ((Histogram) line).getTotalCount() : 0;
            }
        }
        return count;
    }

    @Test
    void whatTheFormerLogCouldNotKeepComesIntoTheNextOne() throws Exception {
        Files.writeString(folder.resolve("file"), "where a folder should be");
        HistogramLogOutput output = new HistogramLogOutput(log("before.hlog"));
        output.follow(log("file/unwritable.hlog"));
        probe.recordNanos(1_000);
        probe.recordNanos(1_000);
        output.follow(log("after.hlog"));
        probe.recordNanos(1_000);
        output.close(true);
        assertThat(count("after.hlog")).isEqualTo(3);
    }

    @Test
    void aLogThatCannotBeWrittenIsAProblemUntilItCan() throws Exception {
        Files.writeString(folder.resolve("file"), "where a folder should be");
        HistogramLogOutput output = new HistogramLogOutput(log("file/unwritable.hlog"));
        assertThat(output.problem()).isEmpty();
        probe.recordNanos(1_000);
        output.follow(options("hlog.interval=1h,hlog=" + folder.resolve("file/other.hlog")));
        assertThat(output.problem()).contains("unwritable.hlog cannot be written");
        probe.recordNanos(1_000);
        output.follow(log("written.hlog"));
        output.close(true);
        assertThat(output.problem()).isEmpty();
    }

    @Test
    void aLogThatIsSwitchedOnBeginsThen() throws Exception {
        HistogramLogOutput output = new HistogramLogOutput(options(""));
        probe.recordNanos(1_000);
        output.follow(log("begun.hlog"));
        probe.recordNanos(1_000);
        output.close(true);
        assertThat(count("begun.hlog")).isEqualTo(1);
    }
}
