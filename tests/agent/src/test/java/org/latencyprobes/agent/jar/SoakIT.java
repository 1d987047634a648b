package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.latencyprobes.agent.fixture.HotSwapped;
import org.latencyprobes.agent.fixture.SoakLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A soak: a million calls a second with all exporters and {@code causes=deep}, faults in turn, beside a JVM that is attached to and detached
 * from all the time, and a control without agent. It lasts as many minutes as the system property {@code soak.minutes} says, ten at least. Times are
 * printed and fail nothing.
 */
@Tag("nightly")
@Isolated("it uses all of the machine")
final class SoakIT {

    private static final int MINUTES = Math.max(10, Integer.getInteger("soak.minutes", 60));
    private static final int SECONDS_BETWEEN_ATTACHES = 4;

    @TempDir
    private Path folder;

    private ForkedJvm jvm(int threads) throws IOException {
        Path redefining = Jars.jar(
                folder.resolve("redefining.jar"),
                Map.of("Premain-Class", HotSwapped.class.getName(), "Can-Redefine-Classes", "true"));
        return ForkedJvm.of(SoakLoad.class)
                .flags("-javaagent:" + redefining, "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch")
                .arguments(threads);
    }

    @Test
    void nothingGrows() throws Exception {
        SoakTable table = new SoakTable();
        try (SoakFaults faults = new SoakFaults(folder);
                RunningJvm agent = jvm(4).withAgent(faults.options()).start().awaitText("ready");
                RunningJvm visited = jvm(1).start().awaitText("ready");
                RunningJvm control = jvm(4).start().awaitText("ready")) {
            for (int minute = 0; minute < MINUTES; minute++) {
                for (int phase = 0; phase < phases(minute); phase++) {
                    phase(faults, minute, phase, agent, visited, control);
                }
                table.add("with the agent", agent);
                table.add("attached and detached", visited);
                table.add("control", control);
                System.out.println("minute " + minute + ", " + faults.present() + table.last());
            }
            System.out.println(table.markdown("with the agent", "control"));
            assertThat(table.grown()).isEmpty();
            agent.tellToEnd().expectExit(0);
        }
    }

    /** In the first minute are all faults, so that what each needs once is loaded when all has settled; from then on one. */
    private static int phases(int minute) {
        return minute == 0 ? SoakFaults.NAMES.size() : 1;
    }

    private static void phase(
            SoakFaults faults, int minute, int phase, RunningJvm agent, RunningJvm visited, RunningJvm control)
            throws Exception {
        faults.begin(minute + phase);
        long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1) / phases(minute);
        for (int second = 0; System.nanoTime() < endNanos; second++) {
            faults.tick(agent, control, second);
            if (second % SECONDS_BETWEEN_ATTACHES == 0) {
                AgentClient client = AgentClient.to(visited);
                client.ask("attach", "statsd.host=127.0.0.1,statsd.port=9,jmx=on,slow=1ms");
                client.ask("report");
                client.ask("detach");
            }
            TimeUnit.SECONDS.sleep(1); // is the pace of faults
        }
        faults.end();
    }
}
