package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.Selection;

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

    @Test
    void itIsBehindUntilLoadedClassesHaveBeenLookedAt() throws BadPatternException {
        Instrumentation instrumentation = (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> method.getReturnType().isArray() ? new Class<?>[0] : null);
        List<Runnable> background = new ArrayList<>();
        Weaving weaving = new Weaving(instrumentation, null, null, background::add, null);
        assertThat(weaving.isBehind()).isFalse();
        weaving.begin(new Selection(MethodPattern.parseAll("Shop#place"), List.of(), List.of(), 1));
        assertThat(weaving.isBehind()).isTrue();
    }
}
