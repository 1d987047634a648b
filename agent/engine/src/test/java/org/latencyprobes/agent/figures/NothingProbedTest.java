package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;

final class NothingProbedTest {

    private static List<String> lines(int patterns, boolean areRefused) throws BadPatternException {
        return NothingProbed.lines(Collections.nCopies(patterns, MethodPattern.parse("Hi#wrok")), areRefused, "");
    }

    @Test
    void withoutPatternsOnlyTheAnnotationCounts() throws BadPatternException {
        assertThat(lines(0, false)).containsExactly("no class with a @Probe was loaded");
        assertThat(lines(0, true)).containsExactly("no class with a @Probe was loaded and could be woven");
    }

    @Test
    void aPatternIsNamed() throws BadPatternException {
        String said = "no method was probed: probes=Hi#wrok selects no method of a class that was loaded";
        assertThat(lines(1, false)).containsExactly(said);
        assertThat(lines(1, true)).containsExactly(said + " and could be woven");
    }

    @Test
    void ofManyPatternsTheFirstAreNamed() throws BadPatternException {
        assertThat(lines(7, false)).hasSize(6).last().isEqualTo("no method was probed: 2 more patterns select none");
    }

    private static Answer report() {
        return NothingProbed.remark(new Answer().add(ReportRow.TABLE, ReportRow.class, List.of()), true);
    }

    private static Answer report(String probe, String kind) {
        Interval interval = Interval.of(probe, Map.of(), "ok", kind, 1, new Histogram(2));
        return NothingProbed.remark(
                new Answer()
                        .add(
                                ReportRow.TABLE,
                                ReportRow.class,
                                List.of(ReportTable.row(Figures.of(interval), interval))),
                true);
    }

    private static Answer probes(String mode) {
        ProbeRow row = new ProbeRow("place", Map.of(), mode, 1, 0, 0, 0, 1, 1, 1, 1, 1, "", null);
        return NothingProbed.remark(new Answer().add(ProbeRow.TABLE, ProbeRow.class, List.of(row)), true);
    }

    @Test
    void aJvmWithoutProbesIsToldHowToAddOne() {
        String said = "no method is probed; probe <pid> '<pattern>' adds one";
        assertThat(report().sentences()).containsExactly(said);
        assertThat(report("jitter.hiccup", "jitter").sentences()).containsExactly(said);
        assertThat(report("of the application", "probe").sentences()).isEmpty();
        assertThat(probes(ProbeModes.UNPROBED).sentences()).containsExactly(said);
        assertThat(probes(ProbeModes.APPLICATION).sentences()).isEmpty();
        assertThat(report("jitter", "probe").sentences()).isEmpty();
        assertThat(NothingProbed.remark(new Answer(), false).sentences()).isEmpty();
        assertThat(NothingProbed.remark(Answer.failed(1, "no bookmark"), true).sentences())
                .containsExactly("no bookmark");
    }

    @Test
    void classesThatTheEndWasFasterThanAreSaid() {
        assertThat(NothingProbed.lines(List.of(), false, "calls are missing"))
                .containsExactly("no method was probed: calls are missing");
    }
}
