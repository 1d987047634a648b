package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.common.ObservedJlbh;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.Reports;

/**
 * The one generator for all engines: JLBH says when a message is due, an {@link Initiator} sends it, and what comes back is told to
 * JLBH's histogram and to {@link Flights}. The warm-up is sent as fast as it is answered; after that nothing waits for answers, unless
 * {@link #MOST_UNANSWERED} are missing.
 *
 * <p>Messages are sent by the generator's thread, answers come on a thread of the engine's; between runs nothing is under way.
 */
final class Driver implements JLBHTask, Reports {

    /** Beyond these an engine has no chance to catch up; the schedule goes on, so what is not sent in time counts as waiting. */
    static final int MOST_UNANSWERED = 1 << 16;

    /** A generator that is so far behind its schedule gives up: the engine does not hold the rate. */
    static final long MOST_BEHIND_NANOS = 15_000_000_000L;

    private static final int WARM_UP_UNANSWERED = 64;

    /** Told of each run, on the generator's thread. */
    interface RunEnd {

        /**
         * A run is over.
         *
         * @param jlbh what JLBH recorded in it
         * @return whether there is to be another
         */
        boolean ended(Flights flights, Distribution jlbh);

        /** The warm-up is over and the first run begins, or the next. */
        void begins();

        /** All of a run is sent; what this thread does until its end is JLBH's and ours. On the generator's thread. */
        void lastSent();
    }

    private final Load load;
    private final ObservedJlbh jlbh;
    private final RunEnd runEnd;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Initiator initiator;
    private volatile Flights flights;
    private volatile Throwable failure;
    private volatile boolean measuring;
    private volatile boolean enough;

    Driver(Load load, RunEnd runEnd) {
        this.load = load;
        this.runEnd = runEnd;
        this.flights = new Flights(load.runs().warmUp());
        this.jlbh = new ObservedJlbh(new JLBHOptions()
                .throughput(load.rate())
                .iterations(load.runs().iterations())
                .warmUpIterations(load.runs().warmUp())
                .pauseAfterWarmupMS(load.runs().idleMillis())
                .runs(load.runs().most())
                .accountForCoordinatedOmission(true)
                .recordOSJitter(false)
                .acquireLock(() -> null)
                .jlbhTask(this));
    }

    /**
     * Runs warm-up and runs.
     *
     * @param pin is run on the generator's thread first
     * @throws IOException if the session broke, or the rate was not held: why
     */
    void drive(Initiator client, Runnable pin) throws IOException, InterruptedException {
        initiator = client;
        GeneratorLoop loop = new GeneratorLoop(
                Waiting.valueOf(load.threads().waiting().toUpperCase(Locale.ROOT)), pin, this::broken);
        loop.start();
        // JLBH waits for the end of the warm-up here, and would for ever if the session broke meanwhile
        Thread starter = new Thread(() -> start(loop), "jlbh");
        starter.setDaemon(true);
        starter.start();
        over.await();
        loop.stop();
        if (failure != null) {
            throw new IOException(Reason.of(failure), failure);
        }
    }

    private void start(GeneratorLoop loop) {
        try {
            jlbh.eventLoopHandler(loop);
        } catch (Throwable e) {
            broken(e);
        }
    }

    /** Whether the warm-up is over. */
    boolean isMeasuring() {
        return measuring;
    }

    /** The run that was under way when it broke, or the last one. */
    Flights flights() {
        return flights;
    }

    @Override
    public void init(JLBH ignored) {}

    @Override
    public void run(long dueNanos) {
        Flights current = flights;
        int allowed = measuring ? MOST_UNANSWERED : WARM_UP_UNANSWERED;
        while (current.sent() - current.answered() >= allowed) {
            if (failure != null) {
                return;
            }
            LockSupport.parkNanos(1);
        }
        long now = System.nanoTime();
        if (now - dueNanos > MOST_BEHIND_NANOS) {
            failed(new IOException("gave up: " + load.rate() + " messages a second are not held, the generator is "
                    + MOST_BEHIND_NANOS / 1_000_000_000 + " s behind after " + current.sent() + " messages"));
        }
        if (failure == null && !enough) {
            current.sent(dueNanos, now);
            initiator.send(dueNanos);
            if (measuring && current.sent() == load.runs().iterations()) {
                runEnd.lastSent();
            }
        }
    }

    @Override
    public void received(long dueNanos) {
        long now = System.nanoTime();
        if (flights.received(dueNanos, now)) {
            jlbh.sample(now - dueNanos);
        } else {
            failed(new IOException("a gap: an ExecutionReport for " + dueNanos
                    + " came, which is not the oldest order without one, after " + flights.answered() + " answers"));
        }
    }

    @Override
    public void failed(Exception reason) {
        broken(reason);
    }

    private void broken(Throwable reason) {
        if (failure == null) {
            failure = reason;
            over.countDown();
        }
    }

    /** On JLBH's thread, when all of the warm-up has been answered. */
    @Override
    public void warmedUp() {
        measuring = true;
        next();
    }

    @Override
    public void runComplete() {
        if (!enough) {
            enough = !runEnd.ended(flights, Distribution.of(jlbh.endToEnd()));
            if (enough) {
                over.countDown();
            } else {
                next();
            }
        }
    }

    private void next() {
        flights = new Flights(load.runs().iterations());
        runEnd.begins();
    }

    @Override
    public void complete() {
        over.countDown();
    }
}
