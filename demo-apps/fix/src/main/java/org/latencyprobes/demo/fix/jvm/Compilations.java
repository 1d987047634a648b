package org.latencyprobes.demo.fix.jvm;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The times at which this JVM's compilers worked. The JVM adds a compilation to its total when that ends, in whole ms. A thread reads the total
 * every {@value #PERIOD_MILLIS} ms, so a span may lie that much later than the compilation did.
 */
public final class Compilations implements AutoCloseable {

    private static final long PERIOD_MILLIS = 20;

    private final LongSupplier totalMillis;
    private final List<TimeSpan> spans = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "compilations");
    private long lastMillis;

    /** Watches this JVM until it is closed. */
    public Compilations() {
        this(() -> ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
        thread.setDaemon(true);
        thread.start();
    }

    Compilations(LongSupplier totalMillis) {
        this.totalMillis = totalMillis;
        this.lastMillis = totalMillis.getAsLong();
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MILLIS);
                look(System.nanoTime());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized void look(long nowNanos) {
        long millis = totalMillis.getAsLong();
        if (millis > lastMillis) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(millis - lastMillis);
            spans.add(new TimeSpan(nowNanos - nanos, nanos));
            lastMillis = millis;
        }
    }

    /** Those that overlap a past time. */
    public synchronized List<TimeSpan> between(long fromNanos, long toNanos) {
        return spans.stream()
                .filter(span -> span.startNanos() - toNanos < 0 && span.startNanos() + span.nanos() - fromNanos > 0)
                .toList();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
