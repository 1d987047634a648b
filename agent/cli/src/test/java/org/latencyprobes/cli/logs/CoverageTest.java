package org.latencyprobes.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.cli.merge.Logs.START_MILLIS;
import static org.latencyprobes.cli.merge.Logs.covered;
import static org.latencyprobes.cli.merge.Logs.histogram;
import static org.latencyprobes.cli.merge.Logs.merge;
import static org.latencyprobes.cli.merge.Logs.write;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.Logs;

/** Tests of the time that rates refer to: all that the logs cover, whether or not a probe has a line in it. */
class CoverageTest {

    private static final long MINUTE_MILLIS = 60_000;

    @TempDir
    private Path folder;

    private static Histogram line(String tag, long startSecond, long endSecond) {
        return histogram(tag, START_MILLIS + startSecond * 1_000, START_MILLIS + endSecond * 1_000, 1);
    }

    private Path log(String name, Histogram... lines) throws IOException {
        return write(folder.resolve(name), lines);
    }

    @Test
    void aSilentProbesTimeCounts() throws IOException {
        Path log = log("a.hlog", line("busy;ok", 0, 10), line("rare;ok", 10, 20), line("busy;ok", 90, 100));
        assertThat(covered(merge(LineFilter.ALL, 0, false, log))).containsExactly("busy;ok:100.0", "rare;ok:100.0");
    }

    @Test
    void soDoesTheTimeOfLinesThatAreNotWanted() throws IOException {
        Path log = log("a.hlog", line("p;ok", 0, 10), line("p;error", 50, 60), line("p;ok", 90, 100));
        LineFilter errors = new LineFilter(Long.MIN_VALUE, Long.MAX_VALUE, List.of(), Map.of(), Set.of("error"));
        assertThat(covered(merge(errors, 0, false, log))).containsExactly("p;error:100.0");
    }

    @Test
    void whatSeveralLogsCoverCountsOnceAndTheTimeBetweenThemNot() throws IOException {
        Path[] logs = {
            log("a.hlog", line("p;ok", 0, 10)), log("b.hlog", line("p;ok", 5, 20)), log("c.hlog", line("p;ok", 80, 100))
        };
        assertThat(covered(merge(LineFilter.ALL, 0, false, logs))).containsExactly("p;ok:40.0");
    }

    @Test
    void logsThatWereStrungTogetherAreSeveral() throws IOException {
        ByteArrayOutputStream strung = new ByteArrayOutputStream();
        strung.write(Logs.bytes(line("p;ok", 0, 10)));
        strung.write(Logs.bytes(line("p;ok", 80, 100)));
        LogSource stream = LogSource.of("strung", new ByteArrayInputStream(strung.toByteArray()));
        assertThat(covered(new LogMerge(List.of(stream), LineFilter.ALL, 0, false)))
                .containsExactly("p;ok:30.0");
    }

    @Test
    void eachHostHasItsOwn() throws IOException {
        LogSource one = LogSource.of(log("a.hlog", line("p;ok", 0, 10))).withHost("a");
        LogSource other = LogSource.of(log("b.hlog", line("p;ok", 0, 100))).withHost("b");
        assertThat(covered(new LogMerge(List.of(one, other), LineFilter.ALL, 0, false)))
                .containsExactly("p;host=a;ok:10.0", "p;host=b;ok:100.0");
    }

    @Test
    void ofAPeriodThatLogsBeginOrEndInOnlyWhatTheyCover() throws IOException {
        Path log = log("a.hlog", line("q;ok", 50, 60), line("p;ok", 60, 61), line("q;ok", 130, 140));
        assertThat(covered(merge(LineFilter.ALL, MINUTE_MILLIS, false, log)))
                .containsExactly("q;ok:10.0", "p;ok:60.0", "q;ok:20.0");
    }

    @Test
    void soDoesTheTimeBeforeALineThatClosesThePeriodsBeforeIt() throws IOException {
        Path log = log("a.hlog", line("p;ok", 20, 29), line("p;ok", 600, 601), line("p;ok", 1200, 1201));
        assertThat(covered(merge(LineFilter.ALL, MINUTE_MILLIS, false, log)))
                .containsExactly("p;ok:40.0", "p;ok:60.0", "p;ok:1.0");
    }

    @Test
    void evenWhereALineOfAnotherHostClosesThem() throws IOException {
        LogSource silent = LogSource.of(log("a.hlog", line("p;ok", 0, 10), line("p;ok", 600, 601)))
                .withHost("a");
        LogSource other = LogSource.of(log("b.hlog", line("p;ok", 299, 300))).withHost("b");
        assertThat(covered(new LogMerge(List.of(silent, other), LineFilter.ALL, MINUTE_MILLIS, false)))
                .containsExactly("p;host=a;ok:60.0", "p;host=b;ok:1.0", "p;host=a;ok:1.0");
    }
}
