package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.weave.RunTimeClasses;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of commands that look into many classes whose bytes only the JVM has: it stops all threads to give them. */
@Tag("each-jdk")
@Tag("full")
final class RunTimeClassesIT {

    private static final String PATTERN = RunTimeClasses.class.getName() + "$Made*#work";

    /** As HotSpot logs it. */
    private static final String STOP = "\"RedefineClasses\"";

    /** Of those that are looked into, some are woven, too. */
    private static final int MOST_STOPS = RunTimeClasses.COUNT / 8;

    @Test
    void theyAreLookedIntoSomeAtATime() {
        try (RunningJvm jvm = ForkedJvm.of(RunTimeClasses.class)
                .quick()
                .flags("-Xlog:safepoint")
                .withAgent("report=off,jitter=off")
                .start()) {
            jvm.awaitText("ready");
            AgentClient client = AgentClient.to(jvm);
            List<Map<String, String>> before = client.ask("dry-run", PATTERN).table("methods");
            assertThat(before).hasSize(RunTimeClasses.COUNT);
            jvm.awaitText(STOP);
            assertThat(stops(jvm)).isLessThan(MOST_STOPS);
            assertThat(client.ask("explain", PATTERN).table("explain")).hasSize(RunTimeClasses.COUNT);
            assertThat(client.ask("probe", PATTERN).table("methods")).hasSize(RunTimeClasses.COUNT);
            assertThat(stops(jvm)).isLessThan(4 * MOST_STOPS);
            assertThat(client.ask("dry-run", PATTERN).table("methods"))
                    .as("a method that is woven has the bytes that it had")
                    .containsExactlyInAnyOrderElementsOf(before);
        }
    }

    /** Before JDK 23 a JVM without an agent from its start gives no bytes for a mere look. */
    @Test
    void oneThatIsNamedIsLookedIntoAlone() {
        try (RunningJvm jvm = ForkedJvm.of(RunTimeClasses.class).quick().start()) {
            jvm.awaitText("ready");
            AgentClient client = AgentClient.to(jvm);
            client.ask("attach", "report=off,jitter=off");
            String one = RunTimeClasses.class.getName() + "$Made0001";
            boolean isAtStake = Runtime.version().feature() < 23;
            for (String command : new String[] {"explain", "dry-run"}) {
                if (isAtStake) {
                    assertThat(client.send(command, one + "#work")
                                    .expectExit(1)
                                    .sentences()
                                    .get(0))
                            .startsWith(
                                    one
                                            + " was made at run time: this JVM gives the bytes of such classes only if its compiled code is discarded")
                            .contains("the command probe does that");
                } else {
                    client.ask(command, one + "#work");
                }
            }
            ParsedAnswer probed = client.ask("probe", one + "#work");
            assertThat(probed.sentences()).anyMatch(said -> said.startsWith("instrumented 1 class ("));
            assertThat(probed.table("methods"))
                    .singleElement()
                    .satisfies(row ->
                            assertThat(row).containsEntry("className", one).containsEntry("verdict", "probed"));
            assertThat(client.send("probe", one + "#nothing")
                            .expectExit(1)
                            .sentences()
                            .get(0))
                    .startsWith(one + " has no method nothing");
        }
    }

    private static long stops(RunningJvm jvm) {
        return jvm.printed().lines().filter(line -> line.contains(STOP)).count();
    }
}
