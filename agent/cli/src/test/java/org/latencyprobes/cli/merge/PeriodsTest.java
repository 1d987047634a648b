package org.latencyprobes.cli.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.cli.merge.Logs.START_MILLIS;
import static org.latencyprobes.cli.merge.Logs.histogram;
import static org.latencyprobes.cli.merge.Logs.lines;
import static org.latencyprobes.cli.merge.Logs.merge;
import static org.latencyprobes.cli.merge.Logs.write;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.MergeCounts;

class PeriodsTest {

    private static final long MINUTE_MILLIS = 60_000;

    @TempDir
    private Path folder;

    private Path log(String name, long... startSeconds) throws IOException {
        List<Histogram> lines = new ArrayList<>();
        for (long start : startSeconds) {
            lines.add(histogram("p;ok", START_MILLIS + start * 1_000, START_MILLIS + start * 1_000 + 10_000, 1));
        }
        return write(folder.resolve(name), lines.toArray(new Histogram[0]));
    }

    private static LogMerge byMinute(Path... logs) {
        return merge(LineFilter.ALL, MINUTE_MILLIS, false, logs);
    }

    @Test
    void aLineBelongsToThePeriodOfTheClockInWhichItBegins() throws IOException {
        assertThat(lines(byMinute(log("a.hlog", 5, 55, 60, 125))))
                .containsExactly("p;ok@0+60:2", "p;ok@60+60:1", "p;ok@120+60:1");
    }

    @Test
    void periodsAreCutToTheTimeThatIsAskedFor() throws IOException {
        LineFilter half = new LineFilter(START_MILLIS + 30_000, START_MILLIS + 90_000, List.of(), Map.of(), Set.of());
        assertThat(lines(merge(half, MINUTE_MILLIS, false, log("a.hlog", 5, 35, 65, 95))))
                .containsExactly("p;ok@30+30:1", "p;ok@60+30:1");
    }

    @Test
    void logsThatOverlapInTimeAreMergedInItsOrder() throws IOException {
        long[] times = new long[100];
        for (int i = 0; i < times.length; i++) {
            times[i] = i * 10L;
        }
        Path later = log("a.hlog", 1_000, 1_060);
        List<String> lines = lines(byMinute(later, log("b.hlog", times), log("c.hlog", times)));
        assertThat(lines)
                .hasSize(18)
                .startsWith("p;ok@0+60:12", "p;ok@60+60:12")
                .endsWith("p;ok@960+60:9", "p;ok@1020+60:1");
    }

    @Test
    void aLineOutOfOrderIsNotLostWhileItsPeriodIsOpen() throws IOException {
        LogMerge merge = byMinute(log("a.hlog", 5, 65, 125, 6, 185));
        assertThat(lines(merge)).startsWith("p;ok@0+60:2").hasSize(4);
    }

    @Test
    void aLineThatComesLaterYetIsALineOfItsOwnAndCounted() throws IOException {
        LogMerge merge = byMinute(log("a.hlog", 5, 1_000, 6));
        List<Long> counts = new ArrayList<>();
        MergeCounts met =
                merge.run((tag, sum, covered) -> counts.add(sum.total().getTotalCount()), () -> {});
        assertThat(counts).containsExactly(1L, 1L, 1L);
        assertThat(met.late()).isEqualTo(1);
        assertThat(met.written()).isEqualTo(3);
    }

    @Test
    void timesBefore1970HavePeriodsToo() throws IOException {
        Path log = write(folder.resolve("old.hlog"), histogram("p;ok", -1_000, 0, 1));
        List<Long> starts = new ArrayList<>();
        byMinute(log).run((tag, sum, covered) -> starts.add(sum.total().getStartTimeStamp()), () -> {});
        assertThat(starts).containsExactly(-MINUTE_MILLIS);
    }
}
