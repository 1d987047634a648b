package org.latencyprobes.benchmarks.subject;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.probe.LatencyProbe;

/** The recorders that {@link RecorderBenchmark} compares. Each covers the full range at two digits, where it lets one choose. */
public enum Recorder {
    /** No recorder, for the cost of the benchmark itself. */
    NONE("nothing (the benchmark itself)", true, () -> nanos -> {}),
    /** Our counters. */
    COUNTS("Latency Probes, Counts.record", true, () -> new Counts()::record),
    /** Our probe, as application code calls it. */
    PROBE("Latency Probes, LatencyProbe.recordNanos", true, () -> LatencyProbe.named("recorder")::recordNanos),
    /** HdrHistogram's atomic histogram of a fixed range. */
    ATOMIC_HISTOGRAM(
            "HdrHistogram AtomicHistogram",
            true,
            () -> new AtomicHistogram(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS)::recordValue),
    /** HdrHistogram's recorder for intervals. */
    HDR_RECORDER(
            "HdrHistogram Recorder",
            true,
            () -> new org.HdrHistogram.Recorder(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS)::recordValue),
    /** HdrHistogram's recorder for intervals and one thread. */
    SINGLE_WRITER_RECORDER(
            "HdrHistogram SingleWriterRecorder",
            false,
            () -> new SingleWriterRecorder(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS)::recordValue),
    /** Micrometer's timer: count, sum and maximum. */
    TIMER("Micrometer Timer", true, () -> timer(false)),
    /** Micrometer's timer with buckets. */
    TIMER_WITH_HISTOGRAM("Micrometer Timer, percentile histogram", true, () -> timer(true));

    private final String title;
    private final boolean concurrent;
    private final Supplier<LongConsumer> opening;

    Recorder(String title, boolean concurrent, Supplier<LongConsumer> opening) {
        this.title = title;
        this.concurrent = concurrent;
        this.opening = opening;
    }

    private static LongConsumer timer(boolean histogram) {
        Timer timer =
                Timer.builder("recorder").publishPercentileHistogram(histogram).register(new SimpleMeterRegistry());
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    public String title() {
        return title;
    }

    /** Whether more than one thread may record. */
    public boolean isConcurrent() {
        return concurrent;
    }

    LongConsumer open() {
        return opening.get();
    }
}
