package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.kit.CommandLine.done;
import static org.latencyprobes.agent.kit.CommandLine.messages;
import static org.latencyprobes.agent.kit.CommandLine.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.ParsedAnswer;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what the agent's answers add, so that a user knows what to do next. */
@Tag("full")
final class HelpfulAnswersIT {

    private static final String REPOSITORY = Repository.class.getName();

    private RunningJvm jvm;
    private AgentClient client;

    @BeforeEach
    void start() {
        jvm = ForkedJvm.of(Repository.class).quick().start().awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterEach
    void end() {
        jvm.kill();
    }

    private ParsedAnswer attach(String options) {
        return client.ask("attach", "jitter=off,report=off" + (options.isEmpty() ? "" : ',' + options));
    }

    private static void assertSays(ParsedAnswer answered, String... parts) {
        assertThat(answered.sentences())
                .as("%s", answered)
                .anySatisfy(sentence -> assertThat(sentence).contains(parts));
    }

    private static void assertSaysNot(ParsedAnswer answered, String part) {
        assertThat(answered.sentences()).as("%s", answered).noneMatch(sentence -> sentence.contains(part));
    }

    @Test
    void aCallThatIsUnderWayIsSaidNotToBeTimed() {
        assertSays(attach("probes=" + REPOSITORY + "#main"), "under way now", REPOSITORY + "#main (thread main)");
        assertSaysNot(client.ask("attach", ""), "under way");
        client.ask("unprobe", REPOSITORY + "#main");
        assertSaysNot(client.ask("probe", REPOSITORY + "#store"), "under way");
        assertSays(client.ask("probe", REPOSITORY + "#main"), "under way now", REPOSITORY + "#main (thread main)");
    }

    @Test
    void anOptionsPatternThatMatchesNothingIsSaidWithWhatIsClose() {
        assertSays(
                attach("probes=" + REPOSITORY + ".store;" + REPOSITORY + "#find"),
                "pattern " + REPOSITORY + ".store matches nothing yet",
                "a dot before the method? did you mean " + REPOSITORY + "#store");
        assertSaysNot(client.ask("attach", "probes=" + REPOSITORY + "#store"), "matches nothing");
    }

    @Test
    void aNameThatIsPrintedIsUnderstoodByEveryCommand() {
        attach("");
        String read = "Repository.store is read as " + REPOSITORY + "#store";
        assertSays(client.ask("explain", "Repository.store"), read);
        assertSays(client.ask("dry-run", "Repository.store"), read);
        assertSays(client.ask("dry-run", "Repository.store", "1"), read);
        assertSays(client.ask("probe", "Repository.store"), read);
        assertThat(client.explain(REPOSITORY + "#store"))
                .containsEntry("verdict", "probed")
                .containsEntry("probe", "Repository.store");
        String full = REPOSITORY + "#store";
        assertSays(client.ask("mode", "on", full), full + " is read as Repository.store");
        jvm.order("store");
        assertThat(messages(done("report", jvm.pid(), "--probe", full)))
                .anyMatch(said -> said.equals(full + " is read as Repository.store"));
        assertSays(client.ask("unprobe", "Repository#store"), "pattern removed: " + REPOSITORY + "#store");
        assertThat(run("why", jvm.pid(), "Repository.store", "--for", "1s", "--no-deep", "-o", "text")
                        .stderr())
                .contains(read);
        assertThat(client.explain(REPOSITORY + "#store")).containsEntry("verdict", "not selected");
        assertThat(client.ask("probes").cell("probes", "Repository.store", "mode"))
                .isEqualTo("unprobed");
    }

    @Test
    void patternsOfOneClassMatchMethodsInOneClass() {
        attach("");
        assertSays(
                client.ask("probe", REPOSITORY + "#find", REPOSITORY + "#store", REPOSITORY + "#main"),
                "matches 3 methods in 1 class");
        assertSays(client.ask("probes"), "probes have not been called yet: --methods lists all methods");
        assertThat(run("probes", jvm.pid(), "--probe", "Repository.m*").stdout())
                .contains("1 probe has not been called yet: --methods lists all methods");
        assertThat(run("probes", jvm.pid(), "--methods", "--probe", "Repository.m*")
                        .stdout())
                .contains("Repository.main")
                .doesNotContain("Repository.store");
    }

    @Test
    void classesThatImplementAnAbstractMethodAreNamed() {
        attach("");
        String loaded = "; of the loaded classes " + REPOSITORY + "$Shelf does";
        assertSays(
                client.send("probe", REPOSITORY + "$Place#keep").expectExit(1),
                "name the classes that implement it",
                loaded);
        assertThat(client.explain(REPOSITORY + "$Place#keep").get("reason")).endsWith(loaded);
        assertThat(client.explain(REPOSITORY + "$Place#take").get("reason")).endsWith(loaded);
    }

    @Test
    void statusListsPatternsAndWhereTheyComeFrom() {
        attach("probes=" + REPOSITORY + "#find;" + REPOSITORY + "#store,exclude=com.acme..*");
        client.ask("unprobe", REPOSITORY + "#store");
        client.ask("probe", REPOSITORY + "#main as 'the end'");
        client.ask("unprobe", "Repository.find");
        assertThat(client.ask("status").table("patterns"))
                .extracting(row -> List.copyOf(row.values()))
                .containsExactly(
                        List.of(REPOSITORY + "#find", "probed", "agent argument"),
                        List.of(REPOSITORY + "#store", "removed", "command unprobe"),
                        List.of(REPOSITORY + "#main as 'the end'", "probed", "command probe"),
                        List.of("com.acme..*", "excluded", "agent argument"),
                        List.of(REPOSITORY + "#find(String)", "excluded", "command unprobe"));
    }

    @Test
    void aPortThatIsChosenIsInTheAnswers() throws Exception {
        String first = scrapedAt(attach("prometheus.port=0"));
        assertThat(client.ask("status").cell("backends", "prometheus", "address"))
                .isEqualTo(first);
        client.ask("attach", "prometheus.port=off");
        scrapedAt(client.ask("attach", "prometheus.port=0"));
    }

    /** The address in an answer. Something must be served there. */
    private static String scrapedAt(ParsedAnswer answered) throws IOException, InterruptedException {
        Map<String, String> backend = answered.table("backends").get(0);
        assertThat(backend).containsEntry("backend", "prometheus").containsEntry("state", "open");
        URI address = URI.create(backend.get("address"));
        assertThat(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
        return backend.get("address");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "earlier JVMs do not warn")
    void attachingSaysThatTheJvmWarnsAndWhatSilencesIt() {
        assertThat(messages(done("attach", jvm.pid())))
                .anyMatch(message -> message.contains("-XX:+EnableDynamicAgentLoading"));
        RunningJvm silent = ForkedJvm.of(Repository.class)
                .quick()
                .flags("-XX:+EnableDynamicAgentLoading")
                .start()
                .awaitText("ready");
        assertThat(messages(done("attach", silent.pid())))
                .noneMatch(message -> message.contains("EnableDynamicAgentLoading"));
        assertThat(silent.kill().stderr()).doesNotContain("WARNING");
    }
}
