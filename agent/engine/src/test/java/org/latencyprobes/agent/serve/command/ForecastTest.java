package org.latencyprobes.agent.serve.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.Verdict;

final class ForecastTest {

    private final MethodPattern pattern;
    private final MethodPattern other;

    ForecastTest() throws BadPatternException {
        pattern = MethodPattern.parse("a.B#*");
        other = MethodPattern.parse("a.C#*");
    }

    private static MethodExplanation woven(String probe, MethodPattern pattern) {
        return new MethodExplanation("a.B", "app", "find()", Verdict.PROBED, probe, pattern.rule(), "", 10, 20, "");
    }

    private static Selection selection(MethodPattern... patterns) {
        return new Selection(List.of(patterns), List.of(), List.of(), 10);
    }

    @Test
    void whatThePatternAloneSelectsIsNew() {
        List<MethodExplanation> woven = List.of(woven("B.find{k=v}", pattern), woven("C.find", other));
        assertThat(Forecast.isNew("B.find", pattern, selection(other), woven)).isTrue();
        assertThat(Forecast.isNew("C.find", pattern, selection(other), woven)).isFalse();
        assertThat(Forecast.isNew("D.find", pattern, selection(other), woven)).isFalse();
    }

    @Test
    void whatIsAProbeAlreadyIsNotNew() {
        List<MethodExplanation> woven = List.of(woven("B.find", pattern), woven("B.find", other));
        assertThat(Forecast.isNew("B.find", pattern, selection(other), woven)).isFalse();
        assertThat(Forecast.isNew("B.find", pattern, selection(pattern), woven.subList(0, 1)))
                .isFalse();
    }
}
