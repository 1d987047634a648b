package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class StackSpaceTest {

    private static Throwable inThread(Runnable body) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(null, body, "room", 512 << 10);
        thread.setUncaughtExceptionHandler((ended, fault) -> thrown.set(fault));
        thread.start();
        thread.join();
        return thrown.get();
    }

    @Test
    void roomThatIsThereIsGranted() throws InterruptedException {
        assertThat(inThread(() -> StackSpace.require(64 << 10))).isNull();
    }

    @Test
    void roomThatIsNotThereIsAStackOverflow() throws InterruptedException {
        assertThat(inThread(() -> StackSpace.require(8 << 20))).isInstanceOf(StackOverflowError.class);
    }
}
