package org.latencyprobes.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.figures.ReportTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.state.StatusFacts;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.live.SnapshotSource;
import org.latencyprobes.cli.print.AnswerText;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;

/** Tests of reports with several copies of a probe, and with latency over a time that was watched. */
final class WatchedReportTest {

    /** Three applications with one probe, the second of which has no timed call. */
    private static ReportContent ofCopies(String since, LiveModel watched) throws UnreachableException {
        return JvmReading.read(4711, since, false, watched, request -> {
            Answer answer = new Answer().add(StatusFacts.NAME, Statuses.of(""));
            if (request.command().equals("report")) {
                List<Interval> intervals = List.of(copy(1), copy(0), copy(3));
                answer.add(
                        ReportRow.TABLE,
                        ReportRow.class,
                        intervals.stream()
                                .map(interval -> ReportTable.row(Figures.of(interval), interval))
                                .toList());
                List<HistogramRow> histograms = new ArrayList<>();
                for (int i = 0; i < intervals.size(); i++) {
                    if (intervals.get(i).timed() > 0) {
                        String histogram =
                                new HistogramText().of(intervals.get(i).histogram());
                        histograms.add(new HistogramRow("place", Map.of(), "ok", histogram, "probe", "app" + i));
                    }
                }
                answer.add(HistogramRow.TABLE, HistogramRow.class, histograms);
            }
            return answer;
        });
    }

    private static Interval copy(int calls) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(1_000, calls);
        histogram.setStartTimeStamp(1_763_726_400_000L);
        histogram.setEndTimeStamp(1_763_726_410_000L);
        return Interval.of("place", Map.of(), "ok", "probe", 1_000, histogram);
    }

    @Test
    void probesOfOneNameInSeveralApplicationsAreNotMixedUp() throws UnreachableException {
        ReportContent content = ofCopies("start", new LiveModel());
        String html = ReportHtml.of(content);

        assertThat(content.shown())
                .extracting(Recording::label, recording -> recording.total().getTotalCount())
                .containsExactly(tuple("place", 1L), tuple("place #3", 3L));
        assertThat(html).contains(">place #2</th>", "\"name\":\"place #3\"", "in another application of the JVM");
        assertThat(ReportMarkdown.of(content)).contains("| place |", "| place \\#&#8203;2 |", "in another application");
        assertThat(AnswerText.tables(content.answer())).contains("place #3  ok", "in another application");
    }

    /** So many applications, each with a call more than the one before. */
    private static LiveModel watched(SnapshotSource agent, int copies) {
        LiveModel model = new LiveModel();
        model.update(agent.answer(model.next()));
        for (int copy = 0; copy < copies; copy++) {
            RowKey key = new RowKey("place", Map.of(), "ok", "probe", copy);
            agent.pass(1);
            model.update(agent.answer(
                    model.next(), key, "on", 1_000_000, copy + 1, copy(copy + 1).histogram()));
        }
        return model;
    }

    /** How many calls the latency over time of each application has. */
    private static List<Long> timed(ReportContent content) {
        return content.shown().stream()
                .map(recording -> recording.blocks().stream()
                        .mapToLong(Histogram::getTotalCount)
                        .sum())
                .toList();
    }

    @Test
    void latencyOverTimeIsNotThatOfAnotherApplication() throws UnreachableException {
        assertThat(timed(ofCopies("start", watched(new SnapshotSource(), 3)))).containsExactly(1L, 3L);
        assertThat(timed(ofCopies("noon", watched(new SnapshotSource(), 1)))).containsExactly(1L, 0L);

        SnapshotSource redeployed = new SnapshotSource(); // the numbers are not in the order of the report's rows
        redeployed.owner(0, "app2");
        redeployed.owner(2, "app0");
        assertThat(timed(ofCopies("noon", watched(redeployed, 3)))).containsExactly(3L, 1L);
    }

    @Test
    void aWatchWithoutCallsIsNotDenied() throws UnreachableException {
        LiveModel watched = new LiveModel();
        SnapshotSource agent = new SnapshotSource();
        agent.leaveOut(7, 1);
        watched.update(agent.answer(watched.next()));
        agent.pass(1);
        RowKey other = new RowKey("other", Map.of(), "ok", "probe", 0);
        watched.update(agent.answer(watched.next(), other, "on", 1_000_000, 1, copy(1).histogram()));
        ReportContent content = ofCopies("start", watched);

        assertThat(ReportHtml.of(content)).contains("No call of these probes ended while the JVM was watched.");
        assertThatThrownBy(() -> ReportPictures.heat(content)).hasMessageContaining("while the JVM was watched");
        assertThat(content.remarks()).contains("7 series with the least calls have no latency over time");
    }

    private static ReportContent stalled(ReportContent content, long startMillis) {
        return new ReportContent(
                content.title(),
                content.facts(),
                content.answer(),
                content.more(),
                content.recordings(),
                Map.of("gc", List.of(new StallMark(startMillis, 5e6))),
                content.noTime(),
                content.remarks());
    }

    @Test
    void stallsAreAnnouncedWhereThereAreSome() throws UnreachableException {
        ReportContent content = ofCopies("start", watched(new SnapshotSource(), 3));
        long startMillis = content.shown().get(0).blocks().get(0).getStartTimeStamp();

        assertThat(ReportHtml.of(stalled(content, startMillis - 1)))
                .contains("Heat map of latency over time")
                .doesNotContain("when the JVM stood still.");
        assertThat(ReportHtml.of(stalled(content, startMillis))).contains("when the JVM stood still.");
    }
}
