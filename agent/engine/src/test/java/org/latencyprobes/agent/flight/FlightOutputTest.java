package org.latencyprobes.agent.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.ClassWatches;

/** Tests of how it is found out that somebody uses Flight Recorder. */
final class FlightOutputTest {

    private static final int MANY = 100;

    private int searches;
    private int searchesWithout;
    private long nowNanos = System.nanoTime();

    private final FlightOutput output = new FlightOutput(instrumentation(), new ClassWatches(), () -> nowNanos);

    /** Its class is among the loaded ones after some searches. */
    private Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(
                Instrumentation.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, given) -> {
                    if (!method.getName().equals("getInitiatedClasses")) {
                        throw new UnsupportedOperationException();
                    }
                    return searches++ < searchesWithout
                            ? new Class<?>[] {String.class}
                            : new Class<?>[] {String.class, FlightRecorder.class};
                });
    }

    private void lookManyTimes() {
        for (int look = 0; look < MANY; look++) {
            output.tend();
            output.tend();
            nowNanos += FlightOutput.LOOK_NANOS;
        }
        output.close();
    }

    /** Nobody saw it on its way, and it was not among the loaded ones. */
    @Test
    void aClassThatWasBeingLoadedAtTheBeginIsFoundByALaterSearch() {
        searchesWithout = 1;
        lookManyTimes();
        assertThat(searches).isEqualTo(2);
    }

    @Test
    void nothingIsSearchedForAfterSomeTimes() {
        searchesWithout = MANY;
        lookManyTimes();
        assertThat(searches).isEqualTo(FlightOutput.SEARCHES);
    }
}
