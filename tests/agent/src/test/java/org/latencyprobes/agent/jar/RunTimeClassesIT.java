package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.RunTimeClasses;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of commands that look into many classes whose bytes only the JVM has: it stops all threads to give them. */
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
            assertThat(client.ask("dry-run", PATTERN).table("methods")).hasSize(RunTimeClasses.COUNT);
            jvm.awaitText(STOP);
            assertThat(stops(jvm)).isLessThan(MOST_STOPS);
            assertThat(client.ask("explain", PATTERN).table("explain")).hasSize(RunTimeClasses.COUNT);
            assertThat(client.ask("probe", PATTERN).table("methods")).hasSize(RunTimeClasses.COUNT);
            assertThat(stops(jvm)).isLessThan(4 * MOST_STOPS);
        }
    }

    private static long stops(RunningJvm jvm) {
        return jvm.printed().lines().filter(line -> line.contains(STOP)).count();
    }
}
