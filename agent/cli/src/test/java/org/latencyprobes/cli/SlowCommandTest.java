package org.latencyprobes.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.command.SlowTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;

final class SlowCommandTest {

    private static Answer ofCause(String cause) {
        return new Answer()
                .table(SlowTable.CALLS, Column.texts("probe", "cause"))
                .row("Shop.place", cause);
    }

    @Test
    void saysWhyACallIsNotExplained() {
        assertThat(SlowCommand.remarked(ofCause(SlowTable.NOT_EXPLAINED)).sentences())
                .containsExactly(
                        "not-explained: the call ended before its probe had a threshold, or less than 5 s ago");
        assertThat(SlowCommand.remarked(ofCause("gc")).sentences()).isEmpty();
        assertThat(SlowCommand.remarked(new Answer()).sentences()).isEmpty();
    }
}
