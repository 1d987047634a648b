package org.latencyprobes.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ConsoleTest {

    /** As here, where standard error is the build's pipe. */
    @Test
    void throughAPipeProgressThatDiffersInNumbersAloneIsOneLine() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(System.out, new PrintStream(err, true, StandardCharsets.UTF_8));
        console.progress("looked into 2000 classes");
        console.progress("looked into 4000 classes");
        console.progress("instrumented 32 of 64 classes");
        console.progress("instrumented 64 of 64 classes");
        console.progress("looked into 2000 classes");
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("... looked into 2000 classes", "... instrumented 32 of 64 classes");
    }
}
