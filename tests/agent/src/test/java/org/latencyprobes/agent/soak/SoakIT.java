package org.latencyprobes.agent.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.latencyprobes.agent.fixture.soak.SoakLoad;
import org.latencyprobes.agent.fixture.weave.HotSwapped;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.FakedClock;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A soak: a million calls a second, or {@code soak.rate}, with all exporters and {@code causes=deep}, faults in turn, beside a JVM that is attached to and detached
 * from all the time, and a control without agent. It lasts as many minutes as the system property {@code soak.minutes} says, ten at least. Times, the rate that was reached and the machine's load are
 * printed and fail nothing: a line each minute, and the whole table every ten of them, and at the end however it ends.
 */
@Tag("nightly")
@Isolated("it uses all of the machine")
final class SoakIT {

    private static final String AGENT = "with the agent";
    private static final String CONTROL = "control";

    private static final int MINUTES = Math.max(10, Integer.getInteger("soak.minutes", 60));
    private static final int CALLS_A_SECOND = Integer.getInteger("soak.rate", 1_000_000);

    /** After so many the table is printed, for a soak that is cut. */
    private static final int MINUTES_OF_A_TABLE = 10;

    @TempDir
    private Path folder;

    private final SoakTable table = new SoakTable(SoakFaults.NAMES.size());
    private volatile int attaches;
    private volatile boolean isSampleDue;

    private ForkedJvm jvm(FakedClock clock, int threads) throws IOException {
        Path redefining = Jars.jar(
                folder.resolve("redefining.jar"),
                Map.of("Premain-Class", HotSwapped.class.getName(), "Can-Redefine-Classes", "true"));
        return clock.of(ForkedJvm.of(SoakLoad.class))
                .flags("-javaagent:" + redefining, "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch")
                .flags("-XX:NativeMemoryTracking=summary")
                .arguments(threads, CALLS_A_SECOND / 4 * threads);
    }

    @Test
    void nothingGrows() throws Exception {
        FakedClock clock = new FakedClock(folder);
        try (SoakFaults faults = new SoakFaults(folder, clock);
                RunningJvm agent =
                        jvm(clock, 4).withAgent(faults.options()).start().awaitText("ready");
                RunningJvm visited = jvm(clock, 1).start().awaitText("ready");
                RunningJvm control = jvm(clock, 4).start().awaitText("ready")) {
            long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
            CompletableFuture<Void> visits = CompletableFuture.runAsync(() -> visit(visited, endNanos));
            try {
                for (int minute = 0; System.nanoTime() < endNanos && !visits.isDone(); minute++) {
                    minute(faults, minute, agent, control);
                }
                visits.join();
            } finally {
                print();
            }
            assertThat(table.grown()).isEmpty();
            agent.tellToEnd().expectExit(0);
        }
    }

    private void minute(SoakFaults faults, int minute, RunningJvm agent, RunningJvm control) throws Exception {
        for (int phase = 0; phase < phases(minute); phase++) {
            phase(faults, minute, phase, agent, control);
        }
        isSampleDue = true;
        table.add(AGENT, agent);
        table.add(CONTROL, control);
        System.out.println("minute " + minute + ", " + faults.present() + ", load " + load() + ", attached " + attaches
                + " times" + table.last());
        if ((minute + 1) % MINUTES_OF_A_TABLE == 0) {
            print();
        }
    }

    private void print() {
        System.out.println(attaches + " times attached\n" + table.markdown(AGENT, CONTROL));
    }

    /** On a thread of its own: on a busy machine an attach may take as long as a fault. */
    private void visit(RunningJvm visited, long endNanos) {
        AgentClient client = AgentClient.to(visited);
        while (System.nanoTime() < endNanos) {
            client.ask("attach", "statsd.host=127.0.0.1,statsd.port=9,jmx=on,slow=1ms");
            client.ask("report");
            client.ask("detach");
            attaches++;
            if (isSampleDue) {
                isSampleDue = false;
                table.add("attached and detached", visited);
            }
        }
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** In the first minute are all faults, so that what each needs once is loaded when all has settled; from then on one. */
    private static int phases(int minute) {
        return minute == 0 ? SoakFaults.NAMES.size() : 1;
    }

    private static void phase(SoakFaults faults, int minute, int phase, RunningJvm agent, RunningJvm control)
            throws Exception {
        faults.begin(minute + phase);
        long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1) / phases(minute);
        for (int second = 0; System.nanoTime() < endNanos; second++) {
            faults.tick(agent, control, second);
            TimeUnit.SECONDS.sleep(1); // is the pace of faults
        }
        faults.end();
    }
}
