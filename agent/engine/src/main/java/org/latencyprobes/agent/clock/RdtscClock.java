package org.latencyprobes.agent.clock;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The processor's time-stamp counter, read by a {@link CounterPage}, for JVMs that have no other way to it. Its readings are those of {@link
 * NanoTimeClock} but for the error of its rate. So calls may begin by that one and end by this one.
 *
 * <p>The class is initialised by {@link Opening}, and then holds the way to the counter, its rate and a pair of readings in constants.
 */
final class RdtscClock extends Clock {

    private static final long RATE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final MethodHandle COUNTER = Opening.made;
    private static final ClockPair BASE = ClockPair.read(new Ticks());
    private static final long BASE_TICKS = BASE.ticks();
    private static final long BASE_NANOS = BASE.nanos() + SECOND_RANGE;
    private static final long FACTOR = TickLength.factor(frequency());

    private RdtscClock(long since) {
        super(since);
    }

    /** The counter as it is, in ticks of its own. */
    private static final class Ticks extends Clock {

        Ticks() {
            super(0);
        }

        @Override
        public long now() {
            return read();
        }

        @Override
        public long nanos(long ticks) {
            return ticks;
        }

        @Override
        public ClockName name() {
            return ClockName.RDTSC;
        }
    }

    private static long read() {
        try {
            return (long) COUNTER.invokeExact();
        } catch (RuntimeException | Error e) { // the application's stack is at its end
            throw e;
        } catch (Throwable e) { // which it never does
            throw new IllegalStateException(e);
        }
    }

    /** Nobody waits for this clock, so there is time to find its rate to less than a millionth. */
    private static long frequency() {
        ClockPair last = BASE;
        while (last.nanos() - BASE.nanos() < RATE_NANOS) {
            LockSupport.parkNanos(RATE_NANOS);
            last = ClockPair.read(new Ticks());
        }
        double seconds = (last.nanos() - BASE.nanos()) / (double) TimeUnit.SECONDS.toNanos(1);
        return Math.round((last.ticks() - BASE.ticks()) / seconds);
    }

    @Override
    public long now() {
        return BASE_NANOS + TickLength.nanos(read() - BASE_TICKS, FACTOR);
    }

    @Override
    public long nanos(long ticks) {
        return ticks;
    }

    @Override
    public ClockName name() {
        return ClockName.RDTSC;
    }

    /** The way to this clock. */
    static final class Opening implements ClockChoice.Later {

        private static final Path KERNEL = Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
        private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
        private static final List<String> INVARIANT = List.of("constant_tsc", "nonstop_tsc");

        /** For the initialisation of the clock. */
        private static MethodHandle made;

        private final Instrumentation instrumentation;

        Opening(Instrumentation instrumentation) {
            this.instrumentation = instrumentation;
        }

        @Override
        public Clock open(Clock present) {
            if (!System.getProperty("os.arch").equals("amd64")) {
                throw new UnsupportedOperationException("the processor is no x86-64");
            }
            String refusal = refusalOfSystem(KERNEL, PROCESSORS);
            if (refusal != null) {
                throw new UnsupportedOperationException(refusal);
            }
            synchronized (Opening.class) {
                if (made == null) {
                    made = CounterPage.reader(instrumentation);
                }
            }
            return new RdtscClock(present.since());
        }

        /** Why the counter is not to be used; null if the kernel itself uses it, and the processor says that its rate is constant. */
        static String refusalOfSystem(Path kernel, Path processors) {
            try {
                String source = Files.readString(kernel).strip();
                if (!source.equals("tsc")) {
                    return "the kernel's own clock is not the counter but " + source;
                }
                List<String> flags = Files.readAllLines(processors).stream()
                        .filter(line -> line.startsWith("flags"))
                        .toList();
                boolean isInvariant = !flags.isEmpty()
                        && flags.stream()
                                .allMatch(line ->
                                        Arrays.asList(line.split("\\s+")).containsAll(INVARIANT));
                return isInvariant ? null : "the processor does not say that its counter runs at a constant rate";
            } catch (IOException | RuntimeException notLinux) {
                return "the system does not say what it thinks of the counter: " + notLinux;
            }
        }
    }
}
