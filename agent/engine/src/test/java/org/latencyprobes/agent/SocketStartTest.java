package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SocketStartTest {

    @BeforeEach
    void begin() {
        System.setProperty(Session.VERSION, "any");
    }

    @AfterEach
    void end() {
        System.clearProperty(Session.VERSION);
    }

    @Test
    void endsInWordsWhereTheJarWasOverwrittenBefore() {
        SocketStart start = new SocketStart(
                () -> {
                    throw new NoClassDefFoundError("any");
                },
                System.nanoTime());
        assertThatNoException().isThrownBy(start::run);
    }
}
