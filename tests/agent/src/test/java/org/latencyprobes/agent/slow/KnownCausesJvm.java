package org.latencyprobes.agent.slow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.fixture.slow.KnownCauses;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** A JVM with the agent that makes calls which know what they were slow for, and what {@code why} and the agent alone tell of them. */
public final class KnownCausesJvm implements AutoCloseable {

    /** What is left of a call where its thread is not known may be either. */
    public static final Map<String, String> SAME_IN_WHY = Map.of(
            "on-cpu",
            "on-cpu or cpu-wait",
            "cpu-wait",
            "on-cpu or cpu-wait",
            "lock (virtual)",
            "lock",
            "pinned",
            "park",
            "allocation",
            "gc");

    /** The agent alone tells what a thread waits for by its state, and by the kernel's. A virtual one that is parked for a time looks asleep. */
    public static final Map<String, String> SAME_BY_DEFAULT =
            Map.of("lock (virtual)", "lock", "pinned", "sleep", "allocation", "unknown");

    private static final int MORE_SECONDS = 4;
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final long SEED = 42;
    private static final int LIVE_OBJECTS = 300_000;

    private final int seconds;
    private final RunningJvm jvm;
    private JsonNode answer;

    /**
     * Starts the JVM.
     *
     * @param configured the JVM's flags
     * @param methods those that are called; all where there are none
     */
    public KnownCausesJvm(Path folder, ForkedJvm configured, Object... methods) {
        this(folder, CauseMatrix.SECONDS, configured, methods);
    }

    /**
     * The same for calls of which there are many in little time: of each method, {@code why} keeps the 512 longest.
     *
     * @param seconds for how long calls are made
     */
    public KnownCausesJvm(Path folder, int seconds, ForkedJvm configured, Object... methods) {
        this.seconds = seconds;
        jvm = configured
                .withAgent("report=off")
                .arguments(folder, SEED, LIVE_OBJECTS, seconds * 1_000)
                .arguments(methods)
                .start()
                .awaitText("ready");
    }

    public static ForkedJvm main() {
        return ForkedJvm.of(KnownCauses.class);
    }

    /** What is done between the begin of the watch and the calls. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException;
    }

    /** The calls begin after the command has attached, and end before it leaves: a process that is stopped cannot answer it. */
    public KnownCausesJvm watch(Work beforeCalls, Work afterCalls) throws IOException {
        try (RunningJvm command = CommandLine.of(
                        ForkedJvm.AGENT,
                        "why",
                        jvm.pid(),
                        KnownCauses.class.getPackageName() + ".CauseCalls#*",
                        "--for",
                        seconds + MORE_SECONDS + "s",
                        "--slow",
                        "1ms",
                        "-o",
                        "json")
                .start()) {
            command.awaitText("watching for");
            beforeCalls.run();
            jvm.order("calls");
            afterCalls.run();
            answer = new ObjectMapper()
                    .readTree(command.finish(TIMEOUT).expectExit(0).stdout());
        }
        return this;
    }

    KnownCausesJvm watch() throws IOException {
        return watch(() -> {}, () -> {});
    }

    /** The command's answer. */
    JsonNode answer() {
        return answer;
    }

    public List<KnownCall> known() {
        return KnownCall.printedBy(jvm);
    }

    public List<KnownCall> toldByWhy() {
        return KnownCall.toldByWhy(answer);
    }

    public List<KnownCall> toldByDefault() {
        return KnownCall.toldByDefault(AgentClient.to(jvm));
    }

    @Override
    public void close() {
        jvm.close();
    }
}
