package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.weave.LoadByNumber;
import org.latencyprobes.agent.fixture.weave.StackEnd;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.GeneratedClasses;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Tests of probes at the end of the stack. A class whose initialisation meets the end of the stack is lost for good, also one of the
 * JDK's. So the agent must not need a class there for the first time.
 */
@Tag("full")
final class StackEndIT {

    private static final int METHODS = 400;
    private static final int CLASSES = 100;

    @TempDir
    private Path folder;

    /** Without a jitter sampler nothing has made a probe before. */
    @ParameterizedTest
    @ValueSource(strings = {"jitter=hiccup", "jitter=off"})
    void linkingThereFailsWithTheApplicationAndWorksLater(String options) throws IOException {
        Jars.folder(folder, "ManyProbes", GeneratedClasses.manyProbes("ManyProbes", METHODS, "number "));
        JvmResult result = run(options, "ManyProbes", METHODS, "frames");
        assertThat(result.number("overflows"))
                .as("tries without enough stack: %s", result)
                .isBetween(1L, METHODS - 1L);
        assertThat(result.number("whole"))
                .as("probes that record all later calls: %s", result)
                .isEqualTo(METHODS);
        assertThat(result.messages()).isEmpty();
    }

    @Test
    void aClassLoadedThereIsLeftAsItIsAndLaterOnesAreWoven() throws IOException {
        for (int number = 0; number < CLASSES; number++) {
            String name = "Numbered" + number;
            Jars.folder(folder, name, GeneratedClasses.manyProbes(name, 1, "number " + number + '.'));
        }
        JvmResult result = run("jitter=off", LoadByNumber.class.getName(), CLASSES, "kilobytes");
        assertThat(result.messages())
                .as("%s", result)
                .isNotEmpty()
                .allMatch(message -> message.contains("the thread that loads it has too little stack left"));
        assertThat(result.number("whole")).as("%s", result).isGreaterThan(CLASSES / 10);
        assertThat(result.report().count("number " + (CLASSES - 1) + ".0")).isPositive();
    }

    private JvmResult run(String options, String methods, int count, String growth) {
        JvmResult result = ForkedJvm.of(StackEnd.class)
                .withAgent(options)
                .addClassPath(folder)
                .arguments(methods, count, growth)
                .run()
                .expectExit(0);
        assertThat(result.number("strange"))
                .as("what else the application caught: %s", result)
                .isZero();
        assertThat(result.fact("caught")).isEqualTo("true");
        assertThat(result.fact("jdk")).isEqualTo("2 1.5");
        return result;
    }
}
