package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.ClassWatches;
import org.latencyprobes.agent.option.Publishing;

/** Tests of how the application's registries are found. */
final class GlobalRegistriesTest {

    private static final String METRICS = "io.micrometer.core.instrument.Metrics";
    private static final Publishing WANTED = new Publishing(List.of(), List.of(), List.of(), Map.of());
    private static final int MANY = 100;

    private final Class<?> metrics = new ByteBuddy()
            .subclass(Object.class)
            .name(METRICS)
            .make()
            .load(null)
            .getLoaded();
    private long nowNanos;
    private final ClassWatches watches = new ClassWatches();
    private final GlobalRegistries registries = new GlobalRegistries(instrumentation(), watches, () -> nowNanos);
    private int searches;
    private int searchesWithout = MANY;

    /** The application's class is among the loaded ones after some searches. */
    private Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(
                Instrumentation.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, given) -> searches++ < searchesWithout
                        ? new Class<?>[] {String.class}
                        : new Class<?>[] {String.class, metrics});
    }

    private void followManyTimes() {
        for (int turn = 0; turn < MANY; turn++) {
            registries.follow(WANTED);
            nowNanos += GlobalRegistries.PAUSE_NANOS;
        }
    }

    /** Nobody saw it on its way, and it was not among the loaded ones. */
    @Test
    void oneThatWasBeingLoadedAtTheBeginIsFoundByALaterSearch() {
        searchesWithout = 1;
        registries.follow(WANTED);
        assertThat(registries.rows()).isEmpty();
        followManyTimes();
        assertThat(registries.rows()).hasSize(1);
    }

    /** An application that interrupts all threads has this one look at once. */
    @Test
    void looksInBetweenAreNoSearches() {
        for (int look = 0; look < MANY; look++) {
            registries.follow(WANTED);
        }
        assertThat(searches).isEqualTo(1);
    }

    @Test
    void nothingIsSearchedForAfterSomeTimesUntilOneIsSeen() {
        followManyTimes();
        assertThat(searches).isEqualTo(GlobalRegistries.SEARCHES);
        watches.look(METRICS.replace('.', '/'));
        followManyTimes();
        assertThat(searches).isEqualTo(2 * GlobalRegistries.SEARCHES);
    }
}
