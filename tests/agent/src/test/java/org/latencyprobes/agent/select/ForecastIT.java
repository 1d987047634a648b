package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.Uncounted;
import org.latencyprobes.agent.fixture.recording.Nested;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what timing would cost, said before anything is timed. */
@Tag("full")
final class ForecastIT {

    private static final String WORK = Uncounted.class.getName() + "#work";
    private static final String LEAF = Nested.class.getName() + "#leaf";
    private static final Pattern COUNTED = Pattern.compile("counted for ([0-9.]+) s");
    private static final double ROUNDED_UP_SECONDS = 0.05;
    private static final Pattern AT_NANOS = Pattern.compile("at (\\d+) ns a call");

    @Test
    void callsAreCountedAndEverythingIsAsItWas() {
        try (RunningJvm jvm =
                ForkedJvm.of(Uncounted.class).withAgent("report=stdout").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            ParsedAnswer forecast = counted(jvm, client);
            assertThat(forecast.sentences())
                    .anySatisfy(said -> assertThat(said)
                            .matches(
                                    "1 probe, counted for \\d+\\.\\d s: [\\d,]+ calls a second; timing them would take about"
                                            + " <?\\d+(\\.\\d+)? % of one core, at \\d+ ns a call"))
                    .contains("everything is as it was");
            Map<String, String> row = forecast.table("forecast").get(0);
            assertThat(row).containsEntry("probe", "Uncounted.work");
            assertThat(client.ask("status").cell("status", "wovenMethods", "value"))
                    .isEqualTo("0");
            assertThat(client.ask("probes").table("probes")).isEmpty();
            assertThat(client.ask("report").table("report"))
                    .noneMatch(each -> each.get("probe").startsWith("Uncounted"));
            client.ask("probe", WORK);
            jvm.await("timed", () -> client.ask("probes").count("Uncounted.work") > 0);
            assertThat(client.ask("probes").cell("probes", "Uncounted.work", "timed"))
                    .isEmpty();
            assertThat(client.ask("dry-run", WORK, "60000").sentences())
                    .contains("the method that matches is a probe already");
            Matcher counted = COUNTED.matcher(String.join("\n", forecast.sentences()));
            assertThat(counted.find()).isTrue();
            assertThat(Double.parseDouble(row.get("perSecond"))
                            * (Double.parseDouble(counted.group(1)) - ROUNDED_UP_SECONDS))
                    .as("calls that were counted, of all")
                    .isLessThanOrEqualTo(jvm.tellToEnd().expectExit(0).number("sum") / Uncounted.TERM);
        }
    }

    /** A loop's figure is rather low, and one in place on a busy machine rather high. */
    @Test
    @Tag("nightly")
    void showsTheForeseenCostBesideTheOneThatReportsSay() {
        try (RunningJvm jvm = ForkedJvm.of(Nested.class).withAgent("report=off").start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            String said = String.join("\n", client.ask("dry-run", LEAF, "2000").sentences());
            Matcher foreseen = AT_NANOS.matcher(said);
            assertThat(foreseen.find()).as(said).isTrue();
            client.ask("probe", LEAF);
            jvm.await("compiled", () -> client.ask("probes").count("Nested.leaf") > 5_000_000);
            client.ask("mark", "compiled");
            jvm.await("timed", () -> client.ask("probes").count("Nested.leaf") > 10_000_000);
            double nanos = Double.parseDouble(
                    client.ask("report", "compiled").table("overhead").get(0).get("callNanos"));
            System.out.println(
                    "\n### Cost of a call: " + foreseen.group(1) + " ns foreseen, " + nanos + " ns reported");
        }
    }

    /** On a busy machine there may be less than a call a second. */
    private static ParsedAnswer counted(RunningJvm jvm, AgentClient client) {
        AtomicReference<ParsedAnswer> forecast = new AtomicReference<>();
        jvm.await("a second with calls", () -> {
            forecast.set(client.ask("dry-run", WORK, "1000"));
            return forecast.get().table("forecast").stream()
                    .anyMatch(row -> Double.parseDouble(row.get("perSecond")) >= 1);
        });
        return forecast.get();
    }

    @Test
    void whatMatchesNothingIsRefused() {
        try (RunningJvm jvm = ForkedJvm.of(Uncounted.class).withAgent().start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            client.send("dry-run", Uncounted.class.getName() + "#nothing", "100")
                    .expectExit(1);
        }
    }
}
