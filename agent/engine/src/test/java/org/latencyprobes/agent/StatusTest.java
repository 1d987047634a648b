package org.latencyprobes.agent;

import org.latencyprobes.agent.protocol.Table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;

final class StatusTest {

    @Test
    void whatBackendsCountIsANumber() {
        Object[] backend = {"statsd", "failing", "localhost:8125", 3L, 2L, 7L, "refused", "2026-11-21T09:30:00Z"};
        Table table = Answer.parse(Status.backends(new Answer(), List.<Object[]>of(backend))
                        .text())
                .tables()
                .get(0);
        for (String counted : List.of("published", "failed", "lost")) {
            assertThat(table.columns()).contains(Column.number(counted));
        }
        assertThat(table.rows().get(0)).contains("3", "2", "7");
    }
}
