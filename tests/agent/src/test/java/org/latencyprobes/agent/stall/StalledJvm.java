package org.latencyprobes.agent.stall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.agent.fixture.stall.StallsOnRequest;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A JVM with the agent into which stalls are injected from outside, and what the agent tells of them. The truth comes from the JVM's own log
 * and from when signals were sent.
 */
public final class StalledJvm implements AutoCloseable {

    private static final Pattern PAUSE = Pattern.compile("\\[(\\d+)ms] GC\\(\\d+\\) Pause .* ([0-9.]+)ms");
    private static final Pattern SAFEPOINT =
            Pattern.compile("\\[(\\d+)ms] Safepoint \"GC_HeapInspection\".* At safepoint: (\\d+) ns.*");
    private static final Pattern ANY_SAFEPOINT = Pattern.compile(".* Safepoint \"\\w+\",.* Total: +(\\d+) ns.*");
    private static final double NANOS_PER_MILLI = 1e6;

    /** A stall as the agent tells it, or the truth; times in ms, the start since 1970. */
    public record Stall(String kind, long start, double millis) {

        double overlap(Stall other) {
            double end = Math.min(start + millis, other.start + other.millis);
            return Math.max(0, end - Math.max(start, other.start));
        }

        /** The kind that most of it is told to be; {@code none} where less than half of it is told of. */
        String kindIn(List<Stall> told) {
            Map<String, Double> byKind = new TreeMap<>();
            told.forEach(stall -> byKind.merge(stall.kind, overlap(stall), Double::sum));
            return byKind.entrySet().stream()
                    .filter(entry -> entry.getValue() > millis / 2)
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("none");
        }
    }

    private final Path log;
    private final RunningJvm jvm;
    private final AgentClient client;

    public StalledJvm(Path folder, int liveObjects, ForkedJvm configured) {
        log = folder.resolve("jvm.log");
        jvm = configured
                .flags("-Xmx400m", "-Xlog:gc,safepoint:file=" + log + ":tm")
                .withAgent("report=stdout,jitter.idle=1ms") // whose lengths are judged to 1 ms
                .arguments(liveObjects)
                .start()
                .awaitText("ready");
        client = AgentClient.to(jvm);
        jvm.await("the sampler looks", () -> !sources().equals("starting"));
    }

    static ForkedJvm main() {
        return ForkedJvm.of(StallsOnRequest.class);
    }

    public RunningJvm jvm() {
        return jvm;
    }

    public AgentClient client() {
        return client;
    }

    String sources() {
        return client.ask("status").cell("status", "stallSources", "value");
    }

    public void order(String order) {
        jvm.order(order);
    }

    /** A safepoint that is no collection; it takes as long as it takes to look at all objects. */
    public void inspectHeap() throws IOException {
        Jdk.tool("jcmd", jvm.pid(), "GC.class_histogram", "-all");
    }

    /** What is done to the process from outside. */
    @FunctionalInterface
    interface Act {
        void run() throws IOException, InterruptedException;
    }

    /** Whether a process is stopped by a signal. */
    public static boolean isStopped(RunningJvm jvm) throws IOException {
        return Files.readString(Path.of("/proc/" + jvm.pid() + "/stat")).matches("(?s).*\\) T .*");
    }

    /** Stops all of the process by a signal; returns when it runs again. The length is the shortest that is sure. */
    public Stall stop(long millis) throws IOException, InterruptedException {
        return stop(millis, () -> jvm.signal("STOP"), () -> isStopped(jvm), () -> jvm.signal("CONT"));
    }

    /** The same by other means. */
    Stall stop(long millis, Act begin, Callable<Boolean> isStopped, Act end) throws IOException, InterruptedException {
        long start;
        double stopped;
        try {
            begin.run();
            jvm.await("stopped", isStopped);
            start = System.currentTimeMillis();
            long startNanos = System.nanoTime();
            Thread.sleep(millis);
            stopped = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
        } finally {
            end.run(); // a frozen process can't even be killed
        }
        order("call");
        return new Stall("stopped", start, stopped);
    }

    /** What the JVM has logged: the pauses of collections, and safepoints in which the heap was inspected. */
    public List<Stall> logged() throws IOException {
        List<Stall> logged = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            Matcher pause = PAUSE.matcher(line);
            Matcher safepoint = SAFEPOINT.matcher(line);
            if (pause.matches()) {
                logged.add(ended("gc", pause.group(1), Double.parseDouble(pause.group(2))));
            } else if (safepoint.matches()) {
                logged.add(ended(
                        "safepoint", safepoint.group(1), Double.parseDouble(safepoint.group(2)) / NANOS_PER_MILLI));
            }
        }
        return logged;
    }

    /** How long all safepoints in a JVM's log were together, in ms. */
    public static double safepointMillis(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                        .map(ANY_SAFEPOINT::matcher)
                        .filter(Matcher::matches)
                        .mapToLong(safepoint -> Long.parseLong(safepoint.group(1)))
                        .sum()
                / NANOS_PER_MILLI;
    }

    /** The same of this JVM. */
    double safepointMillis() throws IOException {
        return safepointMillis(log);
    }

    private static Stall ended(String kind, String end, double millis) {
        return new Stall(kind, Long.parseLong(end) - Math.round(millis), millis);
    }

    /** All that the agent has kept. What has just been may not be explained yet. */
    List<Stall> told() {
        jvm.await("a sample after the last stall", () -> {
            order("call");
            return true;
        });
        return client.ask("stalls", "4096").table("singleStalls").stream()
                .map(row -> new Stall(
                        row.get("kind"),
                        Long.parseLong(row.get("atMillis")),
                        Double.parseDouble(row.get("lengthus")) / 1_000))
                .toList();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
