package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Verdict;

final class ExplanationsTest {

    private static MatchedMethods matches() {
        MatchedMethods matches = new MatchedMethods();
        matches.add(Collections.nCopies(
                1_500, new MethodExplanation("A", "app", "m()", Verdict.PROBED, "A.m", "A#*", "", 1, 2, "")));
        return matches;
    }

    @Test
    void ofWhatIsRefusedAFewAreShown() {
        Answer answer = Explanations.refusedTable(new Answer(), "methods", matches(), false);
        assertThat(answer.all("methods", MethodRow.class)).hasSize(20);
        assertThat(answer.sentences())
                .containsExactly("the first 20 methods are shown, 1480 more are not; a narrower pattern shows others");
        assertThat(Explanations.table(new Answer(), "methods", matches(), false).all("methods", MethodRow.class))
                .hasSize(1_000);
        assertThat(Explanations.table(new Answer(), "methods", matches(), true).find("methods"))
                .isEmpty();
    }

    @Test
    void aProbesNameIsWithoutItsTags() {
        assertThat(Explanations.withoutTags("Orders.place{desk=fx}")).isEqualTo("Orders.place");
        assertThat(Explanations.withoutTags("Orders.place")).isEqualTo("Orders.place");
        assertThat(Explanations.withoutTags("GET /orders/{id}")).isEqualTo("GET /orders/{id}");
        assertThat(Explanations.withoutTags("GET /orders/{id}{desk={fx}}")).isEqualTo("GET /orders/{id}");
    }

    @Test
    void theColumnsOfAnExplanationAreItsComponents() {
        MethodExplanation one =
                new MethodExplanation("a.B", "app", "c()", Verdict.PROBED, "B.c{d=e}", "@Probe", "", 1, 2, "");
        Table table = Explanations.table(new Answer(), "explain", List.of(one))
                .tables()
                .get(0);
        assertThat(table.columns().stream().map(Column::name))
                .containsExactly(Arrays.stream(MethodExplanation.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toArray(String[]::new));
        assertThat(table.values().get(0))
                .containsExactly("a.B", "app", "c()", "probed", "B.c{d=e}", "@Probe", "", 1, 2, "");
        assertThat(Explanations.probeName(one)).isEqualTo("B.c");
    }
}
