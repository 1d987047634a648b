package org.latencyprobes.agent.clock;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import org.latencyprobes.agent.base.TemporaryLoader;

/**
 * The way to the {@link TickClock} and to Flight Recorder's folder: its inner package is exported for as long as it takes to find some of its
 * methods. For one thread.
 */
public final class FlightRecorderClock implements ClockChoice.Candidate {

    private static final String MODULE = "jdk.jfr";

    /** The access to the package, while {@link TickClock} is initialised. */
    private static MethodHandles.Lookup inner;

    private static boolean isFound;

    /** Gives the folder, or null before Flight Recorder has made one. Null itself where this JDK has no such methods. */
    private static volatile MethodHandle repository;

    private static volatile LastRecordingFile lastFile;

    private final Instrumentation instrumentation;

    /**
     * Opens nothing yet.
     *
     * @param instrumentation can open packages
     */
    public FlightRecorderClock(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    @Override
    public Clock open() {
        openPackage();
        if (TickClock.FREQUENCY <= TickLength.LOWEST_FREQUENCY) {
            throw new UnsupportedOperationException(
                    "HotSpot reads the processor's counter, which is faster, only on an Intel x86 whose name says its"
                            + " frequency, and not with -XX:-UseFastUnorderedTimeStamps");
        }
        return new TickClock();
    }

    /**
     * A reading of the counter whose ticks the events of Flight Recorder bear, with {@link System#nanoTime} at the same time. The counter is
     * read also where calls are timed by another clock.
     *
     * @return the pair
     * @throws UnsupportedOperationException if this JVM has no Flight Recorder; the message says why
     */
    public ClockPair eventTicks() {
        openPackage();
        findRepository();
        return ClockPair.read(new TickClock());
    }

    /**
     * A time in the ticks of Flight Recorder's events. To be asked after {@link #eventTicks}.
     *
     * @param nanos in ns
     * @return ticks, as exact as a double is
     */
    public static long ticks(long nanos) {
        return (long) (nanos * (TickClock.FREQUENCY / NANOS_PER_SECOND));
    }

    private void openPackage() {
        Optional<Module> module = ModuleLayer.boot().findModule(MODULE);
        if (module.isEmpty() || !module.get().getPackages().contains(TickClock.PACKAGE)) {
            throw new UnsupportedOperationException("this JVM runs without the module " + MODULE);
        }
        synchronized (FlightRecorderClock.class) {
            if (isFound) {
                return;
            }
            try {
                inner = TemporaryLoader.exported(instrumentation, module.get(), TickClock.PACKAGE);
                isFound = TickClock.FREQUENCY > 0; // it has found its methods with that
            } catch (IOException | ReflectiveOperationException e) {
                throw new UnsupportedOperationException("this JVM does not show its counter: " + e, e);
            } finally {
                inner = null;
            }
        }
    }

    /** Only for recordings: it loads a class of the JDK's. */
    private void findRepository() {
        synchronized (FlightRecorderClock.class) {
            if (repository != null) {
                return;
            }
            try {
                Module module = ModuleLayer.boot().findModule(MODULE).orElseThrow();
                MethodHandles.Lookup lookup = TemporaryLoader.exported(instrumentation, module, TickClock.PACKAGE);
                Class<?> type = Class.forName(TickClock.PACKAGE + ".Repository", false, null);
                MethodHandle only = lookup.unreflect(type.getMethod("getRepository"));
                MethodHandle path = lookup.unreflect(type.getMethod("getRepositoryPath"));
                lastFile = LastRecordingFile.find(instrumentation, module);
                repository = MethodHandles.filterReturnValue(only, path).asType(MethodType.methodType(Object.class));
            } catch (IOException | ReflectiveOperationException | LinkageError anotherJdk) {
                repository = null;
            }
        }
    }

    /**
     * The folder in which Flight Recorder writes. To be asked after {@link #eventTicks}.
     *
     * @return what its path prints; null before it has made one, and where this JDK does not tell
     */
    public static String repository() {
        try {
            Object path = repository == null ? null : (Object) repository.invokeExact();
            return path == null ? null : path.toString();
        } catch (Throwable unknown) {
            return null;
        }
    }

    /**
     * When Flight Recorder began its last file. To be asked after {@link #eventTicks}.
     *
     * @return null where this JDK does not tell
     */
    public static LastRecordingFile lastFile() {
        return lastFile;
    }

    /** For the initialisation of {@link TickClock}. */
    static MethodHandles.Lookup inner() {
        return inner;
    }
}
