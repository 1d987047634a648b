package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A test of what all versions understand, so that a command of one can ask, and send away, the agent of another: {@code hello}, {@code status}
 * and {@code detach}, as version 0.1.0 said them. What is recorded is never changed; later versions may answer more.
 */
@Tag("full")
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
final class AllVersionsIT {

    private static final Path PAGE = Path.of("../../docs/integrate.md");
    private static final String RECORDED = "conversation-0.1.0.txt";
    /** A block of the page that shows what goes over the wire. */
    private static final Pattern CONVERSATION = Pattern.compile("```http\n(.*?)\n```", Pattern.DOTALL);

    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void theFirstVersionsRequestsHaveItsAnswers() throws IOException {
        assertThatTheAgentSays(recorded());
    }

    /** With values of its own. */
    @Test
    void theConversationOfThePageIsHeld() throws IOException {
        List<String> exchanges = CONVERSATION
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .flatMap(block -> Arrays.stream(block.split("\n\n")))
                .toList();
        assertThat(exchanges).hasSizeGreaterThan(3);
        assertThatTheAgentSays(exchanges);
    }

    /** As the agent has it, whatever records a client reads. */
    @Test
    void noAnswerHasATableThatThePageDoesNotName() throws IOException {
        String page = Files.readString(PAGE);
        try (RunningJvm jvm = start()) {
            AgentSocket socket = AgentSocket.of(jvm);
            for (String asked : List.of(
                    "GET /status?jvm=true",
                    "GET /probes?methods=true",
                    "GET /report?causes=true&histograms=true",
                    "GET /snapshot",
                    "GET /stalls",
                    "GET /slow",
                    "GET /in-flight?fromNanos=0",
                    "GET /explain?pattern=java.lang.Runnable%23*",
                    "GET /dry-run?pattern=org.latencyprobes..Repository%23*",
                    "POST /attach?options=limit=9",
                    "POST /probe?patterns=no.such.Type%23x",
                    "POST /why-begin?id=7&leaseMillis=600000&watchMillis=600000",
                    "POST /why-end?id=7")) {
                String command = asked.split("[/?]")[1];
                Matcher row = Pattern.compile("\\| `" + command + "` \\|[^|]*\\|([^|]*)\\|\n")
                        .matcher(page);
                assertThat(row.find()).as(asked).isTrue();
                String[] received = socket.exchange(asked + " HTTP/1.1\r\n\r\n").split("\r\n\r\n", 2);
                assertThat(received[0]).contains("200 OK");
                for (JsonNode line : parsed(received[1])) {
                    assertThat(line.fieldNames().next())
                            .as(asked)
                            .matches(name -> row.group(1).contains('`' + name + '`')
                                    || List.of("message", "progress", "exitCode")
                                            .contains(name));
                }
            }
        }
    }

    private static RunningJvm start() {
        return ForkedJvm.of(Repository.class)
                .quick()
                .withAgent("jitter=off,probes=" + Repository.class.getName() + "#store")
                .start()
                .awaitText("ready");
    }

    private static void assertThatTheAgentSays(List<String> exchanges) throws IOException {
        try (RunningJvm jvm = start()) {
            AgentSocket socket = AgentSocket.of(jvm);
            String process = process(jvm, socket);
            for (String exchange : exchanges) {
                String sent = lines(exchange, "> ").replace("${process}", process);
                String[] received = socket.exchange(sent).split("\r\n\r\n", 2);
                for (String line : lines(exchange, "< ").split("\r\n")) {
                    assertThat(received[0]).as(sent).contains(line);
                }
                List<JsonNode> answer = parsed(received[1]);
                for (JsonNode line : parsed(exchange)) {
                    assertThat(answer).as("%s%nas for%n%s", line, sent).anyMatch(each -> hasAll(each, line));
                }
            }
        }
    }

    /** As a command knows it: namespace, process id and start. */
    private static String process(RunningJvm jvm, AgentSocket socket) throws IOException {
        String folder = socket.path().getParent().getFileName().toString();
        String namespace = Files.readSymbolicLink(Path.of("/proc/" + jvm.pid() + "/ns/pid"))
                .toString();
        return namespace.replaceAll("\\D", "") + folder.substring("latency-probes".length());
    }

    private static List<String> recorded() throws IOException {
        try (var in = AllVersionsIT.class.getResourceAsStream(RECORDED)) {
            return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n\n"));
        }
    }

    private static String lines(String exchange, String begin) {
        return exchange.lines()
                .filter(line -> line.startsWith(begin.strip()))
                .map(line -> line.substring(Math.min(line.length(), begin.length())))
                .collect(Collectors.joining("\r\n"));
    }

    private static List<JsonNode> parsed(String text) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : text.lines().filter(each -> each.startsWith("{")).toList()) {
            lines.add(MAPPER.readTree(line));
        }
        return lines;
    }

    /** Whether it has all names of what is recorded, with values of the same kind, and the same exit code. */
    private static boolean hasAll(JsonNode answer, JsonNode recorded) {
        if (recorded.isObject()) {
            return recorded.properties().stream()
                    .allMatch(each -> answer.has(each.getKey())
                            && (each.getKey().equals("exitCode")
                                    ? answer.get("exitCode").equals(each.getValue())
                                    : hasAll(answer.get(each.getKey()), each.getValue())));
        }
        return recorded.isNull() || answer.isNull() || answer.getNodeType() == recorded.getNodeType();
    }
}
