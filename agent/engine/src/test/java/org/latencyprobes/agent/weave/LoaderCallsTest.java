package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LoaderCallsTest {

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("latency-probes-loaders"))
                .toList();
    }

    /** Or it would keep all of an agent that has left. */
    @Test
    void itsThreadEndsOnceNobodyAsks() throws InterruptedException {
        LoaderCalls.resource(new ClassLoader() {}, "none");
        List<Thread> threads = threads();
        assertThat(threads).isNotEmpty();
        for (Thread thread : threads) {
            thread.join(300_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }
}
