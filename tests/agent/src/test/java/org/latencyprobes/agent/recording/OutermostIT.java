package org.latencyprobes.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.recording.Chains;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.PrintedReport;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of calls of one probe that are inside each other: they are told, and a clause counts the outermost alone. */
@Tag("each-jdk")
@Tag("full")
final class OutermostIT {

    private static final String CHAINS = Chains.class.getName();
    private static final int ORDERS = 5;
    private static final boolean HAS_VIRTUAL_THREADS = Runtime.version().feature() >= 21;

    private RunningJvm jvm;
    private AgentClient client;

    private void start(String options, String... arguments) {
        jvm = ForkedJvm.of(Chains.class)
                .quick()
                .withAgent("jitter=off" + options)
                .arguments((Object[]) arguments)
                .start()
                .awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterEach
    void end() {
        jvm.close();
    }

    /** Implementations are woven a moment after they have loaded. */
    private void awaitWoven(String method) {
        for (String type : List.of("$Pricer", "$Base", "$Leaf")) {
            jvm.await(type + " is woven", () -> {
                String probe = client.explain(CHAINS + type + '#' + method).get("probe");
                return probe.equals(method);
            });
        }
    }

    private void order(String what) {
        for (int i = 0; i < ORDERS; i++) {
            jvm.order(what);
        }
    }

    private long count(String probe) {
        return client.ask("probes").count(probe);
    }

    @Test
    void callsThroughSuperAreSaidToBeInsideThemselves() {
        start("");
        awaitWoven("price");
        order("chain");
        assertThat(count("price")).isEqualTo(3 * ORDERS);
        String said = "inside itself in " + 2 * ORDERS + " of " + 3 * ORDERS
                + " calls: '<pattern> outermost' would count those around them alone";
        assertThat(client.ask("explain", CHAINS + "$Leaf#price").sentences()).containsExactly("price: " + said);
        assertThat(client.ask("report").cell("nesting", "price", "withItself")).isEqualTo(String.valueOf(2 * ORDERS));
        assertThat(CommandLine.run("report", jvm.pid()).stdout()).contains(said);
        assertThat(jvm.tellToEnd().stderr()).contains(said);
    }

    @Test
    void anAnnotationCountsTheOutermostAlone() {
        start("");
        awaitWoven("whole");
        order("whole");
        assertThat(count("whole")).isEqualTo(ORDERS);
        assertThat(client.ask("explain", CHAINS + "$Leaf#whole").sentences()).isEmpty();
    }

    @Test
    void aPatternCountsTheOutermostAlone() {
        start(",probes=" + CHAINS + "#add outermost;" + CHAINS + "#recursive outermost");
        order("overload");
        order("recursion");
        assertThat(count("Chains.add")).isEqualTo(ORDERS);
        assertThat(count("Chains.recursive")).isEqualTo(HAS_VIRTUAL_THREADS ? 2 * ORDERS : ORDERS);
        PrintedReport report = jvm.tellToEnd().report();
        assertThat(report.count("Chains.add")).isEqualTo(ORDERS);
        assertThat(report.text()).doesNotContain("inside");
    }

    @Test
    void overloadsThatCallEachOtherAreSaidToBeInside() {
        start(",probes=" + CHAINS + "#add");
        order("overload");
        assertThat(count("Chains.add")).isEqualTo(2 * ORDERS);
        assertThat(client.ask("explain", CHAINS + "#add").sentences())
                .singleElement()
                .asString()
                .startsWith("Chains.add: inside itself in " + ORDERS + " of " + 2 * ORDERS + " calls");
    }

    @Test
    void theCommandProbeSaysSo() {
        start(",report=off", "busy");
        String pattern = CHAINS + "#recursive";
        jvm.await("the command says so", () -> {
            List<String> said = client.ask("probe", pattern).sentences();
            client.ask("unprobe", pattern);
            return said.stream().anyMatch(sentence -> sentence.contains("inside itself in"));
        });
        assertThat(client.ask("probe", pattern + " outermost").sentences())
                .noneMatch(sentence -> sentence.contains("inside"));
        jvm.await("calls", () -> count("Chains.recursive") > 0);
    }

    /** The parent with the annotation loads after the class that a pattern takes. */
    @Test
    void aProbeThatTakesItsParentsNameIsSaidTo() {
        start(",probes=" + CHAINS + "$Leaf#price");
        awaitWoven("price");
        assertThat(jvm.tellToEnd().messages())
                .anyMatch(message -> message.contains("calls of " + CHAINS
                        + "$Leaf#price(int) count as price from now on, by" + " @Probe, inherited from " + CHAINS
                        + "$Pricer; those before count as Chains.Leaf.price"));
    }
}
