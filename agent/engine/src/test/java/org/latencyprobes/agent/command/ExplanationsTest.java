package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.control.Answer;
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
        Answer answer = Explanations.refusedTable(new Answer(), "methods", matches());
        assertThat(answer.rows("methods")).hasSize(20);
        assertThat(answer.sentences())
                .containsExactly("the first 20 methods are shown, 1480 more are not; a narrower pattern shows others");
        assertThat(Explanations.table(new Answer(), "methods", matches()).rows("methods"))
                .hasSize(1_000);
    }

    @Test
    void aProbesNameIsWithoutItsTags() {
        assertThat(Explanations.withoutTags("Orders.place{desk=fx}")).isEqualTo("Orders.place");
        assertThat(Explanations.withoutTags("Orders.place")).isEqualTo("Orders.place");
    }
}
