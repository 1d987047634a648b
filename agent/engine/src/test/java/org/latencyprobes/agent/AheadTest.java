package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class AheadTest {

    private final Ahead ahead = new Ahead();

    @Test
    void takesNoWorkBeforeItHasBegun() {
        assertThat(ahead.leave(() -> {})).isFalse();
    }

    @Test
    void doesWhatItWasLeftOnItsOwnThread() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        boolean taken;
        synchronized (ahead) { // so that it cannot end before
            ahead.begin();
            taken = ahead.leave(done::countDown);
            assertThat(ahead.leave(() -> {})).as("there is room for one only").isFalse();
        }
        assertThat(taken).isTrue();
        assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
    }
}
