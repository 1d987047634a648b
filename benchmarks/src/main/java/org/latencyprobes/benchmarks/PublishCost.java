package org.latencyprobes.benchmarks;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.latencyprobes.micrometer.LatencyProbesMetrics;
import org.latencyprobes.micrometer.ProbesOtlp;
import org.latencyprobes.probe.LatencyProbe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of one publish of one probe by backend, beside a Timer of Micrometer's with percentile histogram on the same registry: time,
 * garbage and bytes on the wire, which each JVM prints at its end.
 *
 * <p>{@code java -cp benchmarks.jar org.openjdk.jmh.Main PublishCost -prof gc}; it takes two minutes. Samples are recorded between publishes,
 * and recording is not measured.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PublishCost {

    private static final int PROBES = 50;
    private static final int SAMPLES = 100;
    private static final String PROTOBUF =
            "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    /** Where publishes go. */
    public enum Backend {
        PROMETHEUS_TEXT,
        PROMETHEUS_PROTOBUF,
        OTLP,
        ANY_OTHER
    }

    /** The backend; a JVM has only one. */
    @Param
    public Backend backend;

    /** Whether a probe is published, else a Timer. */
    @Param({"true", "false"})
    public boolean isProbe;

    private final SplittableRandom random = new SplittableRandom(1);
    private MeterRegistry registry;
    private Callable<Long> publish;
    private LongConsumer[] recorders;
    private long wireBytes;

    /** Makes the registry and what it publishes. */
    @Setup
    public void open() {
        publish = switch (backend) {
            case PROMETHEUS_TEXT -> prometheus(TEXT);
            case PROMETHEUS_PROTOBUF -> prometheus(PROTOBUF);
            case OTLP -> otlp();
            case ANY_OTHER -> simple();
        };
        IntFunction<LongConsumer> opening = isProbe ? i -> LatencyProbe.named("cost " + i)::recordNanos : this::timer;
        recorders = IntStream.range(0, PROBES).mapToObj(opening).toArray(LongConsumer[]::new);
        if (isProbe) {
            new LatencyProbesMetrics().bindTo(registry);
        }
    }

    private LongConsumer timer(int number) {
        Timer timer = Timer.builder("cost")
                .tag("probe", String.valueOf(number))
                .publishPercentileHistogram()
                .register(registry);
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    private Callable<Long> prometheus(String contentType) {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry = prometheus;
        return () -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 20);
            prometheus.scrape(out, contentType);
            return (long) out.size();
        };
    }

    private Callable<Long> otlp() {
        AtomicLong bytes = new AtomicLong();
        OtlpMetricsSender sender = request -> bytes.set(request.getMetricsData().length);
        registry = OtlpMeterRegistry.builder(Map.of("otlp.step", "1h")::get)
                .metricsSender(ProbesOtlp.sender(sender))
                .build();
        return () -> {
            Method publish = OtlpMeterRegistry.class.getDeclaredMethod("publish");
            publish.setAccessible(true);
            publish.invoke(registry);
            return bytes.get();
        };
    }

    private Callable<Long> simple() {
        registry = new SimpleMeterRegistry();
        AtomicLong sink = new AtomicLong();
        return () -> {
            registry.getMeters()
                    .forEach(meter -> meter.measure().forEach(value -> sink.addAndGet((long) value.getValue())));
            return 0L;
        };
    }

    /** Records what the next publish publishes. */
    @Setup(Level.Invocation)
    public void record() {
        for (LongConsumer recorder : recorders) {
            for (int sample = 0; sample < SAMPLES; sample++) {
                double spread = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
                recorder.accept((long) (20_000 * Math.exp(1.5 * spread)));
            }
        }
    }

    /** One publish of all probes. */
    @Benchmark
    @OperationsPerInvocation(PROBES)
    public long publish() throws Exception {
        wireBytes = publish.call();
        return wireBytes;
    }

    /** Prints what a publish sent. */
    @TearDown
    public void close() {
        System.out.println("wire bytes of a probe: " + (double) wireBytes / PROBES);
        registry.close();
    }
}
