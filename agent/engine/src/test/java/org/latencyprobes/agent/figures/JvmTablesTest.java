package org.latencyprobes.agent.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Table;

final class JvmTablesTest {

    @Test
    void heapAndCollectorsOfThisJvmAreTold() {
        Answer answer = JvmTables.to(new Answer());
        Table facts = answer.tables().get(0);

        for (String fact :
                List.of("processors", "heapUsedBytes", "heapCommittedBytes", "heapMaxBytes", "memoryBytes")) {
            assertThat(((Number) facts.values().get(0).get(facts.indexOf(fact))).longValue())
                    .as(fact)
                    .isPositive();
        }
        assertThat(answer.tables().get(1).rows()).isNotEmpty();
    }

    @Test
    void flagsHoldNoSecrets() {
        assertThat(JvmTables.flags(List.of(
                        "-Xmx1g",
                        "-Dpassword=secret",
                        "-XX:+UseZGC",
                        "-javaagent:/opt/other.jar=token=secret",
                        "-agentlib:jdwp=address=secret",
                        "-Xrunjdwp:transport=secret,address=secret",
                        "-XX:OnOutOfMemoryError=curl secret",
                        "-Xdump:tool:events=gpf,exec=curl secret",
                        "--add-opens=java.base/java.lang=secret")))
                .isEqualTo("-Xmx1g -XX:+UseZGC -javaagent:/opt/other.jar -agentlib:jdwp -Xrunjdwp");
    }

    @Test
    void flagsAreBounded() {
        assertThat(JvmTables.flags(List.of("-Xlog:" + "x".repeat(100_000))))
                .hasSizeLessThan(1_100)
                .endsWith("…");
    }
}
