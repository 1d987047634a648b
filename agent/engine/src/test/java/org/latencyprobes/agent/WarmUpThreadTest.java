package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class WarmUpThreadTest {

    private final WarmUpThread warmUp = new WarmUpThread();

    @Test
    void takesNoWorkBeforeItHasBegun() {
        assertThat(warmUp.handOver(() -> {})).isFalse();
    }

    @Test
    void doesWhatWasHandedOverOnItsOwnThread() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        boolean taken;
        synchronized (warmUp) { // so that it cannot end before
            warmUp.begin();
            taken = warmUp.handOver(done::countDown);
            assertThat(warmUp.handOver(() -> {}))
                    .as("there is room for one only")
                    .isFalse();
        }
        assertThat(taken).isTrue();
        assertThat(done.await(5, TimeUnit.MINUTES)).isTrue();
    }
}
