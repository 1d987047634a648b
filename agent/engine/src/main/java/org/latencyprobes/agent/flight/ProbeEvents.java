package org.latencyprobes.agent.flight;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.figures.SlowTable;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.slow.SampledCalls;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.WeightedCall;
import org.latencyprobes.explain.HeldWait;
import org.latencyprobes.explain.Split;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.histogram.IntervalCounts;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.UnitFactors;

/**
 * The writer of {@link SlowCallEvent} and {@link ProbeEvent}, from its making until it is closed. It writes nothing that no recording has
 * enabled. For one thread of the agent's; all that runs on Flight Recorder's own is the raising of a flag.
 *
 * <p>This class cannot be linked where the module {@code jdk.jfr} is missing.
 */
final class ProbeEvents implements AutoCloseable {

    /** In a second, of all probes: as many as samples have. */
    static final int MOST_CALLS = SampledCalls.ALL_WATCHED;

    /** In a period. */
    static final int MOST_PROBES = 1_000;

    /** A time span that tools of Flight Recorder show as N/A. */
    private static final long NOT_KNOWN = Long.MIN_VALUE;

    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final FlightRecorderClock clock;
    private final EventType calls;
    private final EventType probes;
    private final Due due = new Due();
    private CountsReader reader;
    private ClockPair pair;
    private long turnNanos;
    private int room;

    /** A note of Flight Recorder's thread that the period is over. */
    private static final class Due extends AtomicBoolean implements Runnable {

        private static final long serialVersionUID = 1;

        @Override
        public void run() {
            set(true);
        }
    }

    ProbeEvents(FlightRecorderClock clock) {
        this.clock = clock;
        nextTurn();
        try {
            FlightRecorder.register(SlowCallEvent.class);
            FlightRecorder.register(ProbeEvent.class);
            calls = EventType.getEventType(SlowCallEvent.class);
            probes = EventType.getEventType(ProbeEvent.class);
            FlightRecorder.addPeriodicEvent(ProbeEvent.class, due);
        } catch (RuntimeException | Error e) {
            close(); // what is not registered may be taken out, too
            throw e;
        }
    }

    /** Rates of clocks differ a little: the pair is read anew. */
    private void nextTurn() {
        pair = clock.eventTicks();
        turnNanos = System.nanoTime();
        room = MOST_CALLS;
    }

    /** Writes what is due; to be called often. */
    void tend() {
        if (System.nanoTime() - turnNanos >= TURN_NANOS) {
            nextTurn();
        }
        boolean isDue = due.getAndSet(false);
        if (!probes.isEnabled()) {
            reader = null;
        } else if (reader == null) {
            reader = CountsReader.fromNow();
        } else if (isDue) {
            writeProbes();
        }
    }

    private void writeProbes() {
        int[] written = {0};
        reader.read(counts -> {
            if (!counts.isEmpty() && written[0] < MOST_PROBES) {
                written[0] += write(counts);
            }
        });
    }

    private static int write(IntervalCounts counts) {
        Interval interval = Interval.of(counts);
        if (!interval.isCalls()) {
            return 0;
        }
        Figures figures = Figures.of(interval);
        ProbeEvent event = new ProbeEvent();
        event.probe = interval.name();
        event.tags = Texts.pairs(interval.tags());
        event.outcome = interval.outcome();
        event.count = interval.count();
        event.rate = figures.perSecond();
        event.p50 = nanos(figures, 50);
        event.p99 = nanos(figures, 99);
        event.p999 = nanos(figures, 99.9);
        event.max = nanos(figures.maxMicros());
        event.commit();
        return 1;
    }

    private static long nanos(Figures figures, double percentile) {
        return nanos(figures.micros().get(Percentiles.SHOWN.indexOf(percentile)));
    }

    private static long nanos(double micros) {
        return Double.isNaN(micros) ? NOT_KNOWN : Math.round(micros * UnitFactors.NANOS_PER_MICRO);
    }

    /** Writes a call that has been explained. */
    void write(WeightedCall weighted) {
        if (!calls.isEnabled() || room == 0) {
            return;
        }
        room--;
        SlowCall call = weighted.call();
        SlowCallEvent event = new SlowCallEvent();
        event.probe = call.probe();
        event.tags = Texts.pairs(call.tags());
        event.outcome = call.outcome();
        event.thread = call.threadName();
        event.threadId = call.threadId();
        event.isVirtual = call.isVirtual();
        event.trace = call.trace();
        if (call.explanation().get() instanceof Split split) {
            event.mainCause = split.main().label();
            event.causes = Texts.pairs(SlowTable.parts(split::nanos));
            event.ofThread = split.ofThread() == null ? "" : split.ofThread().text(call.startNanos());
            event.holders = HeldWait.text(HeldWait.of(split.waits()), call.startNanos());
        }
        event.standsFor = weighted.standsFor();
        event.nestedCalls = call.callsInside();
        event.nestedNanos = call.insideNanos();
        long startTicks = pair.ticks() + FlightRecorderClock.ticks(call.startNanos() - pair.nanos());
        event.lasted(startTicks, FlightRecorderClock.ticks(call.nanos()));
        event.commit();
    }

    /** Takes the classes of the events out of Flight Recorder; what was written stays. */
    @Override
    public void close() {
        FlightRecorder.removePeriodicEvent(due);
        FlightRecorder.unregister(ProbeEvent.class);
        FlightRecorder.unregister(SlowCallEvent.class);
    }
}
