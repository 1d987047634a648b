package org.latencyprobes.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.kit.CommandLine.done;
import static org.latencyprobes.agent.kit.CommandLine.json;
import static org.latencyprobes.agent.kit.CommandLine.messages;
import static org.latencyprobes.agent.kit.CommandLine.rows;
import static org.latencyprobes.agent.kit.CommandLine.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of every command, each run in a JVM of its own, on another JVM. */
@ResourceLock(CommandLine.ALL_JVMS)
final class CommandLineIT {

    private static final String REPOSITORY = Repository.class.getName();
    private static final Path TMP = Path.of("/tmp");

    @TempDir
    private static Path folder;

    private static RunningJvm jvm;
    private static long pid;

    @BeforeAll
    static void attach() {
        jvm = repository();
        pid = jvm.pid();
        done("attach", pid, "report=off");
        jvm.order("find");
    }

    @AfterAll
    static void end() {
        jvm.kill();
    }

    private static RunningJvm repository() {
        return ForkedJvm.of(Repository.class).quick().start().awaitText("ready");
    }

    /** What the command {@code list} shows of two JVMs. Where one stood still meanwhile both are asked again. */
    private static List<JsonNode> listed(long one, long other) {
        AtomicReference<List<JsonNode>> listed = new AtomicReference<>();
        jvm.await("answers to list", () -> {
            JsonNode answer = done("list");
            listed.set(Stream.of(one, other)
                    .map(pid -> rows(answer, "jvms", "pid", String.valueOf(pid)).get(0))
                    .toList());
            return listed.get().stream()
                    .noneMatch(row -> row.get("agent").asText().equals("?"));
        });
        return listed.get();
    }

    @Test
    void listShowsJvmsAndTheAgentsInThem() {
        RunningJvm other = repository();
        List<JsonNode> listed = listed(pid, other.pid());
        JsonNode with = listed.get(0);
        assertThat(with.get("pid").isIntegralNumber()).isTrue();
        assertThat(with.get("main").asText()).isEqualTo(REPOSITORY);
        assertThat(with.get("user").asText()).isEqualTo(System.getProperty("user.name"));
        assertThat(with.get("java").asText()).startsWith(System.getProperty("java.specification.version"));
        assertThat(with.get("agent").asText()).isEqualTo(CommandLine.VERSION);
        assertThat(listed.get(1).get("agent").asText()).isEmpty();
        assertThat(TMP.resolve(".java_pid" + other.pid()))
                .as("a JVM that was only listed is not made to listen")
                .doesNotExist();
        other.kill();
    }

    @Test
    void probesShowsProbesAndMethods() {
        JsonNode answer = done("probes", pid, "--methods");
        JsonNode probe = rows(answer, "probes", "probe", "Repository.find").get(0);
        assertThat(probe.at("/tags/desk").asText()).isEqualTo("fx");
        assertThat(probe.get("count").asLong()).isPositive();
        assertThat(probe.get("maxus").isNumber()).isTrue();
        assertThat(rows(answer, "methods", "method", "find(String)")
                        .get(0)
                        .get("wovenBytes")
                        .asInt())
                .isPositive();
    }

    @Test
    @Tag("full")
    void tablesFitATerminal() {
        assertThat(run("probes", pid).stdout())
                .contains("overhead: ", "estimate")
                .containsPattern("Repository\\.find +desk=fx\\s+on +1 ")
                .doesNotContain("woven bytes")
                .matches(CommandLineIT::fitsATerminal);
        assertThat(run("status", pid).stdout()).containsPattern("report +off").doesNotContain("hlog");
    }

    private static boolean fitsATerminal(String printed) {
        return printed.lines().allMatch(line -> line.length() <= 100);
    }

    @Test
    @Tag("full")
    void reportIsTheTableOfTheExitAndCanBeSortedFilteredAndCut() {
        RunningJvm other = repository();
        long pid = other.pid();
        done("attach", pid);
        done("probe", pid, REPOSITORY + "#store as \"sorted {method}\"");
        other.order("find").order("store");
        JsonNode rows = done("report", pid, "--sort", "total", "--probe", "sorted *", "--probe", "Repository.find")
                .get("report");
        assertThat(rows.findValuesAsText("probe")).containsExactlyInAnyOrder("sorted store", "Repository.find");
        assertThat(rows.get(0).get("totalus").asDouble())
                .isGreaterThanOrEqualTo(rows.get(1).get("totalus").asDouble());
        for (JsonNode row : rows) {
            double max = row.get("maxus").asDouble();
            assertThat(row.get("p9999us").asDouble()).isLessThanOrEqualTo(max);
            double mean = row.get("meanus").asDouble();
            assertThat(mean)
                    .as("of one call, whose first sample is an estimate")
                    .isBetween(0.0, max);
        }
        assertThat(done("report", pid, "-n", "1").get("report")).hasSize(1);
        String columns = "outcome +count +per s +total +mean +p50 +p90 +p99 +p99\\.9 +p99\\.99 +max";
        assertThat(run("report", pid, "-v").expectExit(0).stdout())
                .containsPattern(columns)
                .contains("overhead: ", "weaving: ")
                .matches(CommandLineIT::fitsATerminal);
        assertThat(run("report", pid, "--sort", "speed").expectExit(2).stderr())
                .contains("--sort speed is not allowed; it takes name, count");
        JvmResult result = other.tellToEnd().expectExit(0);
        assertThat(result.report().text()).containsPattern(columns).matches(CommandLineIT::fitsATerminal);
        assertThat(result.report().probes()).containsExactlyInAnyOrder("sorted store", "Repository.find{desk=fx}");
    }

    @Test
    void aPatternIsProbedReportedSinceAMarkSwitchedAndTakenBack() {
        String pattern = REPOSITORY + "#store as \"größe of {method}\"";
        JsonNode matches = done("probe", pid, pattern);
        assertThat(rows(matches, "methods", "verdict", "probed")).hasSize(1);
        jvm.order("store");
        done("mark", pid, "noon");
        jvm.order("store");
        jvm.order("store");
        List<JsonNode> rows = rows(done("report", pid, "--since", "noon"), "report", "probe", "größe of store");
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).get("startMillis").isIntegralNumber()).isTrue();
        assertThat(rows.get(0).get("count").asLong()).isEqualTo(2);
        assertThat(messages(done("probe", pid, "--mode", "off", "größe of store")))
                .containsExactly("1 probe is off");
        jvm.order("store");
        AgentClient client = AgentClient.to(jvm);
        assertThat(client.ask("report").cell("report", "größe of store", "count"))
                .isEqualTo("3");
        assertThat(messages(done("unprobe", pid, pattern))).contains("pattern removed: " + pattern);
        assertThat(client.explain(REPOSITORY + "#store")).containsEntry("verdict", "not selected");
    }

    @Test
    @Tag("full")
    void aReportIsSinceTheStartOrTheLastOne() {
        RunningJvm other = repository();
        done("attach", other.pid());
        other.order("find");
        assertThat(found(other, "start")).isEqualTo(1);
        other.order("find");
        assertThat(found(other, "start")).isEqualTo(2);
        assertThat(found(other, "last")).isEqualTo(2);
        assertThat(found(other, "last")).isZero();
        other.kill();
    }

    private static long found(RunningJvm other, String since) {
        return rows(done("report", other.pid(), "--since", since), "report", "kind", "probe").stream()
                .mapToLong(row -> row.get("count").asLong())
                .sum();
    }

    @Test
    void explainSaysWhatBecomesOfAMethod() {
        JvmResult result = run("probes", pid, "--explain", REPOSITORY + "#find").expectExit(0);
        assertThat(result.stdout())
                .startsWith(REPOSITORY + "#find(String)\n")
                .containsPattern("verdict +probed")
                .containsPattern("rule +@Probe");
    }

    @Test
    void aDryRunTellsWhatWouldMatch() {
        assertThat(messages(done("probe", "--dry-run", pid, REPOSITORY + "#*")))
                .first()
                .asString()
                .startsWith("matches ");
    }

    @Test
    @Tag("full")
    void aDryRunTakesAJarOrAFolder() throws IOException {
        Path jar = Jars.jar(folder.resolve("repository.jar"), Map.of(), Repository.class);
        for (Path where : List.of(jar, ForkedJvm.homeOf(Repository.class))) {
            assertThat(rows(done("probe", "--dry-run", where, REPOSITORY + "#store"), "methods", "verdict", "probed"))
                    .hasSize(1);
        }
    }

    @Test
    @Tag("full")
    void aSummaryTellsHowManyMethodsThereAreAndNotWhich() {
        String pattern = REPOSITORY + "#main";
        JsonNode dryRun = done("probe", "--dry-run", pid, pattern, "--summary");
        assertThat(messages(dryRun)).first().asString().startsWith("matches 1 method in 1 class");
        assertThat(dryRun.has("methods")).isFalse();
        JvmResult probed = run("probe", pid, pattern, "--summary").expectExit(0);
        assertThat(probed.stdout()).contains("matches 1 method in 1 class").doesNotContain("verdict");
        JsonNode unprobed = done("unprobe", pid, pattern, "--summary");
        assertThat(messages(unprobed)).contains("pattern removed: " + pattern);
        assertThat(done("probe", "--dry-run", ForkedJvm.homeOf(Repository.class), pattern, "--summary")
                        .has("methods"))
                .isFalse();
    }

    @Test
    void statusTellsOfTheAgent() {
        JsonNode answer = done("status", pid);
        assertThat(answer.at("/status/version").asText()).isEqualTo(CommandLine.VERSION);
        assertThat(answer.at("/status/pid").asLong()).isEqualTo(pid);
        assertThat(rows(answer, "options", "option", "report")
                        .get(0)
                        .get("source")
                        .asText())
                .isEqualTo("agent argument");
    }

    @Test
    @Tag("full")
    void attachingAgainChangesOptions() {
        assertThat(messages(done("set", pid, "limit=77", "annotations=otel")))
                .anyMatch(message -> message.contains("limit"))
                .anyMatch(message -> message.contains("annotations"));
        JsonNode refused = json("set", pid, "limit=none");
        assertThat(refused.get("exitCode").asInt()).isEqualTo(1);
        assertThat(messages(refused)).first().asString().contains("limit", "\"none\"");
        done("set", pid, "limit=1000", "annotations=none");
    }

    @Test
    void whatTheAgentRefusesIsAFailure() {
        assertThat(run("probe", pid, "--mode", "on", "no such probe")
                        .expectExit(1)
                        .stderr())
                .contains("no probe \"no such probe\"");
    }

    @Test
    @Tag("full")
    void soIsWhatTheAgentDoesNotKnow() {
        assertThat(messages(json("probes", pid, "--explain", "no.such.Type#method")))
                .isNotEmpty();
        assertThat(run("report", pid, "--since", "never").expectExit(1).stderr())
                .contains("no bookmark \"never\"");
        assertThat(run("unprobe", pid, "nothing").expectExit(1).stderr()).contains("\"nothing\" is neither");
    }

    @Test
    @Tag("full")
    void longPatternsAndOthersThanAsciiGetThrough() {
        String longName = "längst ".repeat(10_000);
        JsonNode answer = done("probe", "--dry-run", pid, REPOSITORY + "#store as \"" + longName + '"');
        assertThat(rows(answer, "methods", "probe", longName)).hasSize(1);
    }

    @Tag("full")
    @Test
    void anAgentOfAnotherVersionIsReplaced() throws IOException {
        Path former = ofVersion("0.0.9");
        RunningJvm other = repository();
        CommandLine.of(former, "attach", other.pid()).run().expectExit(0);
        assertThat(listed(pid, other.pid()).get(1).get("agent").asText()).isEqualTo("0.0.9");
        assertThat(messages(done("attach", other.pid())))
                .anyMatch(message -> message.startsWith("attached: version " + CommandLine.VERSION))
                .anyMatch(message -> message.startsWith("version 0.0.9 was there and has been detached"));
        assertThat(done("status", other.pid()).at("/status/version").asText()).isEqualTo(CommandLine.VERSION);
        other.kill();
    }

    private static Path ofVersion(String version) throws IOException {
        Map<String, byte[]> files = Jars.filesIn(Files.newInputStream(ForkedJvm.AGENT));
        for (String jar : List.of("inst/agent.jar", "inst/start.jar")) {
            Map<String, byte[]> inner = Jars.filesIn(new ByteArrayInputStream(files.get(jar)));
            inner.put("org/latencyprobes/agent/version.txt", version.getBytes());
            files.put(jar, Jars.jarOf(inner));
        }
        return Files.write(folder.resolve("former.jar"), Jars.jarOf(files));
    }

    @Test
    void afterDetachThereIsNoAgent() {
        RunningJvm other = repository();
        AgentClient.to(other).ask("attach");
        assertThat(run("detach", other.pid()).expectExit(0).stdout()).startsWith("detached: 2 classes restored");
        assertThat(run("status", other.pid()).expectExit(4).stderr())
                .startsWith("no agent in this JVM; start it with: attach " + other.pid() + "\n");
        assertThat(CommandLine.filesOf(other, TMP)).isEmpty();
        other.kill();
    }
}
