package org.latencyprobes.agent.backends;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.latencyprobes.agent.backends.daemon.Collector;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.backends.fixture.SimulatedJvms;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Many JVMs publish through a collector into Prometheus; prints what that takes. By command, from the module's folder:
 * {@code java -cp <test class path> org.latencyprobes.agent.backends.Scale 1000 50 200 30000 4}: JVMs, probes each, calls of each probe,
 * step in ms, processes.
 */
final class Scale {

    /** How many publishes of each JVM are measured, after as many that are not. */
    private static final int PUBLISHES = 2;

    private final Path folder;
    private final int jvms;
    private final int probes;
    private final int calls;
    private final int stepMillis;
    private final int processes;

    Scale(Path folder, int jvms, int probes, int calls, int stepMillis, int processes) {
        this.folder = folder;
        this.jvms = jvms;
        this.probes = probes;
        this.calls = calls;
        this.stepMillis = stepMillis;
        this.processes = processes;
    }

    public static void main(String[] arguments) throws IOException {
        int[] of = List.of(arguments).stream().mapToInt(Integer::parseInt).toArray();
        System.out.println(new Scale(Files.createTempDirectory("scale"), of[0], of[1], of[2], of[3], of[4]).run());
        System.exit(0);
    }

    /** What came of it; CPU times in ms. */
    record Figures(
            double jvms,
            double series,
            double calls,
            double expectedCalls,
            double bytesPerPublish,
            double cpuMillisPerPublish,
            double collectorCpuMillisPerPublish,
            double prometheusCpuMillisPerPublish,
            double p99Error,
            double p999Error,
            double querySeconds) {}

    Figures run() throws IOException {
        List<RunningJvm> simulating = new ArrayList<>();
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"));
                Collector collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl())) {
            prometheus.start();
            collector.start();
            for (int i = 0; i < processes; i++) {
                simulating.add(start(i, collector));
            }
            return measure(prometheus, collector, simulating);
        } finally {
            simulating.forEach(RunningJvm::close);
        }
    }

    private RunningJvm start(int process, Collector collector) {
        int each = jvms / processes;
        String url = collector.otlpUrl() + "/v1/metrics";
        return Fleet.jvm(SimulatedJvms.class)
                .flags("-Xmx2g", "-Xss256k")
                .arguments(process * each, each, probes, calls, stepMillis, url, raw(process))
                .start();
    }

    private Path raw(int process) {
        return folder.resolve("raw-" + process);
    }

    private Figures measure(Prometheus prometheus, Collector collector, List<RunningJvm> simulating) {
        await(() -> simulating.stream().allMatch(process -> process.printed().contains("ready")));
        awaitPublishes(simulating, "warm", PUBLISHES * jvms);
        long[] before = facts(simulating, "before");
        long collectorMillis = collector.cpuMillis();
        long prometheusMillis = prometheus.cpuMillis();
        awaitPublishes(simulating, "measured", before[1] + (long) PUBLISHES * jvms);
        long[] after = facts(simulating, "after");
        double publishes = after[1] - before[1];
        double collectorPerPublish = (collector.cpuMillis() - collectorMillis) / publishes;
        double prometheusPerPublish = (prometheus.cpuMillis() - prometheusMillis) / publishes;
        String one = "probe_duration_seconds{probe=\"method-0\",outcome=\"ok\"}";
        String all = "histogram_count(sum(probe_duration_seconds{outcome=\"ok\"}))";
        prometheus.await(all, (double) jvms * probes * calls);
        List<Path> raws = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            raws.add(raw(i));
        }
        Raw raw = Raw.in(raws);
        long begin = System.nanoTime();
        double p99 = prometheus.number("histogram_quantile(0.99, sum(" + one + "))");
        double querySeconds = (System.nanoTime() - begin) / 1e9;
        double p999 = prometheus.number("histogram_quantile(0.999, sum(" + one + "))");
        return new Figures(
                prometheus.number("count(count by (instance) (probe_duration_seconds))"),
                prometheus.number("count({__name__=~\"probe_.+\"})"),
                prometheus.number(all),
                (double) jvms * probes * calls,
                (after[2] - before[2]) / publishes,
                (after[0] - before[0]) / 1e6 / publishes,
                collectorPerPublish,
                prometheusPerPublish,
                p99 / raw.percentileSeconds(0.99) - 1,
                p999 / raw.percentileSeconds(0.999) - 1,
                querySeconds);
    }

    private static void awaitPublishes(List<RunningJvm> simulating, String name, long publishes) {
        int[] asked = {0};
        await(() -> facts(simulating, name + asked[0]++)[1] >= publishes);
    }

    private static void await(Callable<Boolean> done) {
        Awaitility.await()
                .atMost(Duration.ofHours(1))
                .pollInterval(Duration.ofMillis(500))
                .until(done);
    }

    /** CPU time in ns, publishes and bytes of all processes together. */
    private static long[] facts(List<RunningJvm> simulating, String name) {
        long[] sum = new long[3];
        for (RunningJvm process : simulating) {
            process.tell(name).await(name, () -> process.printed().contains(name + "="));
            String printed = process.printed();
            int at = printed.lastIndexOf(name + "=") + name.length() + 1;
            process.await("whole line", () -> process.printed().indexOf('\n', at) > 0);
            String[] facts = process.printed()
                    .substring(at)
                    .lines()
                    .findFirst()
                    .orElseThrow()
                    .split(",");
            for (int i = 0; i < sum.length; i++) {
                sum[i] += Long.parseLong(facts[i]);
            }
        }
        return sum;
    }
}
