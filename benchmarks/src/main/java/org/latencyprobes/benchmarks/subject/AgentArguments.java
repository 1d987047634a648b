package org.latencyprobes.benchmarks.subject;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.demo.common.JavaRuntime;

/** The JVM arguments of each variant on one JDK, and why a variant can't be measured. */
public final class AgentArguments {

    private static final int FIRST_WITH_METHOD_TIMING = 25;
    private static final int FIRST_WITH_RDTSC = 22;
    private static final String QUIET = "report=off,jitter=off";
    private static final String ASYNC_LIBRARY = "libasyncProfiler.so";

    private final JavaRuntime jdk;
    private final Path agent;
    private final Path peers;
    private final Path scratch;
    private final boolean fastClock;
    private final Map<Variant, String> absences = new EnumMap<>(Variant.class);

    /**
     * Creates the arguments.
     *
     * @param peers the folder of other agents' jars
     * @param scratch a folder for what they need
     */
    public AgentArguments(JavaRuntime jdk, Path agent, Path peers, Path scratch)
            throws IOException, InterruptedException {
        this.jdk = jdk;
        this.agent = agent;
        this.peers = peers;
        this.scratch = scratch;
        String ticksPerSecond = ChildJvm.output(command(Variant.BARE, null, CounterTime.class));
        fastClock = Long.parseLong(ticksPerSecond.strip()) != CounterTime.NANOS_PER_SECOND;
        for (Variant variant : Variant.values()) {
            absences.put(variant, findAbsence(variant));
        }
    }

    public JavaRuntime jdk() {
        return jdk;
    }

    /** The variants of these that can be measured. */
    public List<Variant> available(List<Variant> wanted) {
        return wanted.stream().filter(variant -> absence(variant).isEmpty()).toList();
    }

    /** A sentence that says which of these can't be measured, and why; or nothing. */
    public String leftOut(List<Variant> wanted) {
        List<String> reasons = wanted.stream()
                .filter(variant -> !absence(variant).isEmpty())
                .map(variant -> variant.title() + " (" + absence(variant) + ")")
                .toList();
        return reasons.isEmpty() ? "" : "Left out: " + String.join("; ", reasons) + ".";
    }

    /** Whether the JVM has a clock that is faster than {@code nanoTime}. */
    public boolean hasFastClock() {
        return fastClock;
    }

    private String absence(Variant variant) {
        return absences.get(variant);
    }

    private String findAbsence(Variant variant) throws IOException, InterruptedException {
        return switch (variant) {
            case FLIGHT_RECORDER ->
                jdk.feature() >= FIRST_WITH_METHOD_TIMING ? "" : "it came with JDK " + FIRST_WITH_METHOD_TIMING;
            case ON_RDTSC ->
                jdk.feature() >= FIRST_WITH_RDTSC ? optionAbsence(variant) : "it needs JDK " + FIRST_WITH_RDTSC;
            case OPEN_TELEMETRY, BYTEMAN -> Files.exists(jar(variant)) ? "" : notBuilt(variant);
            case ASYNC_PROFILER -> !Files.exists(jar(variant)) ? notBuilt(variant) : asyncAbsence();
            default -> optionAbsence(variant);
        };
    }

    private String optionAbsence(Variant variant) throws IOException, InterruptedException {
        return variant.option().isEmpty() || isKnown(variant.option()) ? "" : "this agent has no such option";
    }

    private static String notBuilt(Variant variant) {
        return fileName(variant) + " is not there; build with -Ppeers";
    }

    private Path jar(Variant variant) {
        return peers.resolve(fileName(variant));
    }

    private static String fileName(Variant variant) {
        return switch (variant) {
            case OPEN_TELEMETRY -> "opentelemetry.jar";
            case BYTEMAN -> "byteman.jar";
            case ASYNC_PROFILER -> "async-profiler.jar";
            default -> throw new IllegalArgumentException(variant + " is no jar");
        };
    }

    /** Asks the agent itself: it ends a JVM that is given what it does not know. */
    private boolean isKnown(String option) throws IOException, InterruptedException {
        return runs(ours(QUIET + ",onError=exit," + option));
    }

    private String asyncAbsence() throws IOException, InterruptedException {
        return runs("-agentpath:" + asyncLibrary() + "=status") ? "" : "it does not run here";
    }

    private boolean runs(String argument) throws IOException, InterruptedException {
        try (ChildJvm child = new ChildJvm()) {
            child.start(
                    folder -> List.of(jdk.executable().toString(), argument, "-version"),
                    ProcessBuilder.Redirect.DISCARD);
            return child.await() == 0;
        }
    }

    /** The library out of its jar, unpacked once. */
    private Path asyncLibrary() throws IOException {
        Path library = scratch.resolve(ASYNC_LIBRARY);
        if (!Files.exists(library)) {
            String system = System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
            try (ZipFile jar = new ZipFile(jar(Variant.ASYNC_PROFILER).toFile())) {
                ZipEntry entry = jar.getEntry(system + "/" + ASYNC_LIBRARY);
                try (InputStream content = jar.getInputStream(entry)) {
                    Files.copy(content, library, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return library;
    }

    private String ours(String options) {
        return "-javaagent:" + agent + "=" + options;
    }

    /** The arguments with which a JVM measures these methods in that way. */
    public List<String> of(Variant variant, TimedMethods methods) throws IOException {
        return switch (variant) {
            case BARE, AGAIN, NANO_TIME, EMPTY_AGENT -> List.of();
            case NO_PROBE -> List.of("-javaagent:" + agent);
            case COUNTER_TIME -> List.of(CounterTime.EXPORT);
            case FLIGHT_RECORDER ->
                List.of("-XX:StartFlightRecording:method-timing=" + methods.flightRecorder(), "-Xlog:jfr*=off");
            case OPEN_TELEMETRY ->
                List.of(
                        "-javaagent:" + jar(variant),
                        "-Dotel.javaagent.logging=none",
                        "-Dotel.traces.exporter=none",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none",
                        "-Dotel.instrumentation.methods.include=" + methods.openTelemetry());
            case BYTEMAN -> List.of("-javaagent:" + jar(variant) + "=script:" + script(methods));
            case ASYNC_PROFILER ->
                List.of("-agentpath:" + asyncLibrary() + "=start,quiet,trace=" + methods.asyncProfiler() + ":1s,file="
                        + scratch.resolve("async-profiler.jfr"));
            case OFF_AFTER_ON ->
                List.of(ours(QUIET), "-XX:+EnableDynamicAgentLoading", "-D" + WovenBenchmark.SWITCH_OFF + "=" + agent);
            default ->
                List.of(ours(Stream.of(QUIET, variant.option(), methods.ours())
                        .filter(option -> !option.isEmpty())
                        .collect(Collectors.joining(","))));
        };
    }

    /** The command that runs a program of these benchmarks with a variant's arguments. */
    public List<String> command(Variant variant, TimedMethods methods, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(jdk.executable().toString(), CounterTime.EXPORT));
        command.addAll(of(variant, methods));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private Path script(TimedMethods methods) throws IOException {
        return Files.writeString(scratch.resolve("rules.btm"), methods.byteman());
    }
}
