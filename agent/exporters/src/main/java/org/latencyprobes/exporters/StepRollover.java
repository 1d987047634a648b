package org.latencyprobes.exporters;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.push.PushMeterRegistry;
import io.micrometer.core.instrument.step.StepFunctionCounter;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.step.StepValue;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.ExecutorService;

/**
 * The parts of Micrometer's step registries that have no public way to them: of the very version that comes with the agent, so
 * that they are there. Thread-safe.
 */
final class StepRollover {

    private final Method publish = opened(PushMeterRegistry.class, "publishSafelyOrSkipIfInProgress");
    private final Method rollOver = opened(StepValue.class, "_closingRollover");
    private final Field steps = field(StepFunctionCounter.class, "count");

    StepRollover() throws ReflectiveOperationException {}

    private static Method opened(Class<?> type, String name) throws NoSuchMethodException {
        Method method = type.getDeclaredMethod(name);
        method.setAccessible(true);
        return method;
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Ends the schedule by which a registry publishes and its meters roll over. */
    void stopSchedule(StepMeterRegistry registry) throws ReflectiveOperationException {
        stop(field(StepMeterRegistry.class, "meterPollingService").get(registry));
        stop(field(PushMeterRegistry.class, "scheduledExecutorService").get(registry));
    }

    private static void stop(Object service) {
        if (service instanceof ExecutorService schedule) {
            schedule.shutdownNow();
        }
    }

    /** Has a new counter roll over by hand alone. It is not read: what it would show now would be in no publish. */
    void takeOver(Meter meter) {
        try {
            if (meter instanceof StepFunctionCounter<?>) {
                rollOver.invoke(steps.get(meter));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Has a counter show what came since the last rollover, until the next. */
    static void rollOver(Meter meter) {
        if (meter instanceof StepFunctionCounter<?> counter) {
            counter._closingRollover();
        }
    }

    void publish(PushMeterRegistry registry) throws ReflectiveOperationException {
        publish.invoke(registry);
    }
}
