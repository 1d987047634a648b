package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;

final class WeavingTest {

    @Test
    void theSelectionIsReadOnlyWhenNoOtherChangeIsUnderWay() throws InterruptedException {
        Weaving weaving = new Weaving(null, null, null, null, null);
        AtomicBoolean isRead = new AtomicBoolean();
        Thread thread = new Thread(() -> weaving.select(
                () -> {
                    isRead.set(true);
                    throw new IllegalStateException("the test ends here");
                },
                progress -> {}));
        thread.setUncaughtExceptionHandler((ended, fault) -> {});
        synchronized (weaving) {
            thread.start();
            Await.patiently().until(() -> thread.getState() == Thread.State.BLOCKED || !thread.isAlive());
            assertThat(isRead).isFalse();
        }
        thread.join();
        assertThat(isRead).isTrue();
    }
}
