package org.latencyprobes.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.print.AnswerText;
import org.latencyprobes.cli.why.SlowCallRows;

final class SlowCommandTest {

    private static Answer ofCause(String cause) {
        Map<String, Long> causes = cause.isEmpty() ? Map.of() : Map.of(cause, 1_000L);
        SingleCall call = SlowCallRows.of("Shop.place", 0, 1_000, 7, "main", causes);
        return new Answer().add(SingleCall.LISTED, SingleCall.class, List.of(call));
    }

    @Test
    void saysWhyACallIsNotExplained() {
        assertThat(SlowCommand.remarked(ofCause("")).sentences())
                .containsExactly(
                        "not-explained: the call ended among too many others, before its probe had a threshold, or less than 5 s ago");
        assertThat(SlowCommand.remarked(ofCause("gc")).sentences()).isEmpty();
        assertThat(SlowCommand.remarked(new Answer()).sentences()).isEmpty();
    }

    @Test
    void whatOnlyWhyAsksForIsNotShown() {
        SingleCall listed =
                ofCause("gc").one(SingleCall.LISTED, SingleCall.class).notSampled();
        assertThat(AnswerText.tables(new Answer().add(SingleCall.LISTED, SingleCall.class, List.of(listed))))
                .contains("Shop.place")
                .doesNotContain("sampled", "false");
    }
}
