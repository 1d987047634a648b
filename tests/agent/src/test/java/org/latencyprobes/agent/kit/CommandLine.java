package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs of the built jar as a command line. */
public final class CommandLine {

    /**
     * The key for {@code @ResourceLock}. {@code list} attaches to all JVMs of the machine, also to those in which a test counts threads and
     * files.
     */
    public static final String ALL_JVMS = "all JVMs of the machine";

    /** The version of the built jar. */
    public static final String VERSION = version();

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CommandLine() {}

    private static String version() {
        try (JarFile jar = new JarFile(ForkedJvm.AGENT.toFile())) {
            return jar.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ForkedJvm of(Path jar, Object... arguments) {
        return ForkedJvm.ofJar(jar).quick().arguments(arguments);
    }

    /** One that Ctrl-C reaches, which a build that runs in the background ignores, and so all that it starts. Needs GNU's {@code env}. */
    public static ForkedJvm asFromATerminal(Object... arguments) {
        return of(ForkedJvm.AGENT, arguments).afterShell("exec env --default-signal=INT \"$0\" \"$@\"");
    }

    public static JvmResult run(Object... arguments) {
        return of(ForkedJvm.AGENT, arguments).run();
    }

    /** Runs a command with {@code -o json} and parses its output. The exit code must be the one in the JSON. */
    public static JsonNode json(Object... arguments) {
        JvmResult result =
                of(ForkedJvm.AGENT, arguments).arguments("-o", "json").run();
        try {
            JsonNode answer = MAPPER.readTree(result.stdout());
            result.expectExit(answer.path("exitCode").asInt(-1));
            return answer;
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON in " + result, e);
        }
    }

    /** Runs a command with {@code -o json} and expects success. */
    public static JsonNode done(Object... arguments) {
        JsonNode answer = json(arguments);
        assertThat(answer.get("exitCode").asInt()).as("%s", answer).isZero();
        return answer;
    }

    public static List<String> messages(JsonNode answer) {
        return answer.get("messages").valueStream().map(JsonNode::asText).toList();
    }

    /** The rows of a table that have this text in a column. */
    public static List<JsonNode> rows(JsonNode answer, String table, String column, String text) {
        return answer.get(table)
                .valueStream()
                .filter(row -> row.get(column).asText().equals(text))
                .toList();
    }

    /** The command line's files for one JVM in a folder for temporary files. */
    public static Set<String> filesOf(RunningJvm jvm, Path folder) {
        return filesOf(jvm.pid(), folder);
    }

    public static Set<String> filesOf(long pid, Path folder) {
        return files(folder, "latency-probes-" + pid + '-');
    }

    /** The copies of its jar there, for whichever JVM. */
    public static Set<String> jarsIn(Path folder) {
        return files(folder, "latency-probes-agent-");
    }

    private static Set<String> files(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
