package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.weave.Constructors;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.PrintedReport;

final class ConstructorsIT {

    private static JvmResult result;
    private static PrintedReport report;

    @BeforeAll
    static void run() {
        result = ForkedJvm.of(Constructors.class).withAgent().run().expectExit(0);
        report = result.report();
    }

    @Test
    void timesSubclassAndSuperclass() {
        assertThat(report.count("child")).isEqualTo(3);
        assertThat(report.count("parent")).isEqualTo(3);
    }

    @Test
    void countsNoCallsOfTheAgentInside() {
        assertThat(result.stderr())
                .doesNotContainPattern("(?m)^[! ] child: .* is the cost of (?!1 probe )") // said where it matters
                .doesNotContainPattern("(?m)^[! ] parent: ");
    }

    @Test
    void countsAnObjectOnceHoweverLongTheChainOfItsConstructors() {
        int throughEmpty = 5;
        int asItsArgument = 5;
        int throughInt = 1;
        int throughString = 1;
        assertThat(report.count("chain(String)")).isEqualTo(throughEmpty + asItsArgument + throughInt + throughString);
        assertThat(report.count("chain()")).isZero();
        assertThat(report.count("chain(int)")).isZero();
    }

    @Test
    void recordsNothingOfAConstructorThatThrows() {
        assertThat(report.count("throwing")).isEqualTo(3);
        assertThat(report.count("throwing", "error")).isZero();
        assertThat(result.stdout().lines().filter("thrown=constructor"::equals)).hasSize(4);
    }

    @Test
    void timesAConstructorThatHandsOverToAnUnprobedOne() {
        assertThat(report.count("nested")).isEqualTo(3);
        assertThat(result.number("depth")).isEqualTo(3);
    }

    @Test
    void tellsAnObjectMadeInTheBodyFromAChain() {
        assertThat(report.count("Constructors.Late.new")).isEqualTo(1);
        assertThat(report.count("late(Late)")).isEqualTo(1);
    }
}
