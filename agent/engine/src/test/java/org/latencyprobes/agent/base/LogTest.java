package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LogTest {

    @AfterEach
    void printAtOnce() {
        Log.printOn(null);
        Log.flush();
    }

    @Test
    void aPrinterIsCalledAgainAfterOneThatCouldNotBeHad() {
        Log.printOn(work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        Log.sayLater("said by a test, first");
        List<Runnable> called = new ArrayList<>();
        Executor printer = called::add;
        Log.printOn(printer);
        Log.sayLater("said by a test, second");
        Log.sayLater("said by a test, third");
        assertThat(called).hasSize(1);
        called.get(0).run();
        Log.sayLater("said by a test, fourth");
        assertThat(called).hasSize(2);
    }
}
