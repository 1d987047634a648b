package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.latencyprobes.demo.common.GeneratorLoop;
import org.latencyprobes.demo.common.ObservedJlbh;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.ReportListener;

/**
 * The load generator of all engines. JLBH says when a message is due, and an {@link Initiator} sends it. JLBH's histogram and {@link
 * RoundTrips} record what comes back. The warm-up is sent as fast as it is answered. After it nothing waits for answers, unless {@link
 * #MOST_UNANSWERED} are missing.
 *
 * <p>The generator's thread sends messages; answers come on a thread of the engine. Between runs no message is in flight.
 */
final class LoadGenerator implements JLBHTask, ReportListener {

    /**
     * The most messages without an answer: beyond them an engine can't catch up. The schedule goes on, so late sending counts as waiting.
     */
    static final int MOST_UNANSWERED = 1 << 16;

    /** The time behind its schedule at which the generator gives up, because the engine does not hold the rate. */
    static final long MOST_BEHIND_NANOS = 15_000_000_000L;

    /** A listener to the runs, called on the generator's thread. */
    interface RunListener {

        /**
         * A run is over.
         *
         * @param jlbh what JLBH recorded in it
         * @return whether there is to be another
         */
        boolean ended(RoundTrips roundTrips, Distribution jlbh);

        /** A run begins, after the warm-up or the run before. */
        void begins();

        /** All messages of a run are sent. What this thread does until the run's end belongs to JLBH and the demo, not to the engine. */
        void lastSent();
    }

    private final Workload workload;
    private final ObservedJlbh jlbh;
    private final RunListener listener;
    private final GeneratorLoop loop;
    private volatile Initiator initiator;
    private volatile RoundTrips roundTrips;
    private volatile boolean measuring;
    private volatile boolean enough;
    private volatile double capacity;

    LoadGenerator(Workload workload, RunListener listener) {
        this.workload = workload;
        this.listener = listener;
        this.loop = new GeneratorLoop(workload.waiting());
        this.roundTrips = new RoundTrips(workload.runs().warmUp());
        this.jlbh = new ObservedJlbh(new JLBHOptions()
                .throughput(workload.rate())
                .iterations(workload.runs().iterations())
                .warmUpIterations(workload.runs().warmUp())
                .pauseAfterWarmupMS(workload.runs().idleMillis())
                .runs(workload.runs().settling() + workload.runs().measured())
                .accountForCoordinatedOmission(workload.accountsForOmission())
                .recordOSJitter(false)
                .acquireLock(() -> null)
                .jlbhTask(this));
    }

    /**
     * Runs warm-up and runs.
     *
     * @throws IOException if the session broke, or the rate was not held: why
     */
    void drive(Initiator client) throws IOException, InterruptedException {
        initiator = client;
        loop.drive(jlbh, workload.accountsForOmission());
        if (loop.failure() instanceof IOException known) {
            throw known;
        }
        if (loop.failure() != null) {
            throw new IOException(loop.failure().toString(), loop.failure());
        }
    }

    /** The messages a second that were answered at the end of the warm-up, when they were sent as fast as they were answered. */
    double capacity() {
        return capacity;
    }

    @Override
    public void init(JLBH ignored) {}

    @Override
    public void run(long dueNanos) {
        RoundTrips current = roundTrips;
        int allowed = measuring ? MOST_UNANSWERED : MeasurementResult.CAPACITY_UNANSWERED;
        while (current.sent() - current.answered() >= allowed) {
            if (loop.failure() != null) {
                return;
            }
            LockSupport.parkNanos(1);
        }
        long now = System.nanoTime();
        if (now - dueNanos > MOST_BEHIND_NANOS) {
            failed(new IOException("gave up: " + workload.rate() + " messages a second are not held, the generator is "
                    + MOST_BEHIND_NANOS / 1_000_000_000 + " s behind after " + current.sent() + " messages"));
        }
        if (loop.failure() == null && !enough) {
            current.sent(dueNanos, now);
            initiator.send(dueNanos);
            if (measuring && current.sent() == workload.runs().iterations()) {
                listener.lastSent();
            }
        }
    }

    @Override
    public void received(long dueNanos) {
        long now = System.nanoTime();
        if (roundTrips.received(dueNanos, now)) {
            jlbh.sample(now - dueNanos);
        } else {
            failed(new IOException("a gap: an ExecutionReport for " + dueNanos
                    + " came, which is not the oldest order without one, after " + roundTrips.answered() + " answers"));
        }
    }

    @Override
    public void failed(Exception reason) {
        loop.broken(reason);
    }

    /** Begins the first run. Called on JLBH's thread, when all of the warm-up has been answered. */
    @Override
    public void warmedUp() {
        capacity = roundTrips.lastPerSecond();
        measuring = true;
        next();
    }

    @Override
    public void runComplete() {
        if (!enough) {
            enough = !listener.ended(roundTrips, Distribution.of(jlbh.endToEnd()));
            if (enough) {
                loop.over();
            } else {
                next();
            }
        }
    }

    private void next() {
        roundTrips = new RoundTrips(workload.runs().iterations());
        listener.begins();
    }

    @Override
    public void complete() {
        loop.over();
    }
}
