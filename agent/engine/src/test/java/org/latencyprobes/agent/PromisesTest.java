package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.latencyprobes.internal.jitter.OsJitterSampler;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.log.HistogramLog;
import org.latencyprobes.probe.Body;
import org.latencyprobes.probe.LatencyProbe;

/**
 * What users build on is listed in docs/promised, a file for each kind. Whoever changes it changes the list, and says so in the changelog, where
 * the sum of each list stands: {@code PROMISES=write mvn test -pl agent/engine -am -Dtest=PromisesTest} writes lists and sums, not the words.
 */
final class PromisesTest {

    private static final Path ROOT = SourceFiles.ROOT;
    private static final Path LISTS = ROOT.resolve("docs/promised");
    private static final Path CHANGELOG = ROOT.resolve("CHANGELOG.md");

    private static final Pattern SUMS = Pattern.compile("<!-- promised: (.*) -->");
    private static final Pattern ROW =
            Pattern.compile("^\\| (`[\\w-]+` \\| (?:`\\w+`(?:, )?)*) \\|$", Pattern.MULTILINE);
    /** Those of {@code Told} are for people alone. */
    private static final Pattern TABLE = Pattern.compile(
            "(?:\\.add|Table\\.of)\\(\\s*(\"\\w+\"|TABLE),\\s*(?:(?!Told)(\\w+)\\.class|new (\\w+)\\()");

    private static final Pattern RECORD = Pattern.compile("record (\\w+)\\(([^)]*)\\)");
    private static final Pattern CONSTANT = Pattern.compile("static final String (?!ABOUT)\\w+ = ([^;]*);");

    private static Map<String, List<String>> promised() throws IOException {
        Map<String, List<String>> lists = new TreeMap<>();
        lists.put(
                "options",
                Arrays.stream(Option.values())
                        .map(option -> option.key() + " = " + option.standard())
                        .toList());
        lists.put("wire", matches(ROW, Files.readString(ROOT.resolve("docs/integrate.md")), match -> match.group(1)));
        lists.put("json", tablesOfCommands());
        lists.put(
                "metrics",
                matches(
                        CONSTANT,
                        Files.readString(
                                ROOT.resolve(
                                        "probes-runtime/micrometer/src/main/java/org/latencyprobes/micrometer/internal/series/MeterNames.java")),
                        match -> match.group(1)));
        lists.put("hlog", tags());
        lists.put(
                "api",
                members(
                        LatencyProbe.class,
                        Outcome.class,
                        Body.class,
                        IntervalReader.class,
                        Interval.class,
                        HistogramLog.class,
                        Probe.class));
        lists.replaceAll((kind, lines) -> List.copyOf(new TreeSet<>(lines)));
        return lists;
    }

    private interface Text {
        String of(MatchResult match);
    }

    private static List<String> matches(Pattern pattern, String text, Text found) {
        return pattern.matcher(text).results().map(found::of).toList();
    }

    /** Those that the command line makes itself; all others are answers of the agent. */
    private static List<String> tablesOfCommands() throws IOException {
        List<String> tables = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("agent/cli/src/main/java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList()) {
                String source = Files.readString(file);
                Map<String, String> records = new TreeMap<>();
                RECORD.matcher(source)
                        .results()
                        .forEach(type -> records.put(
                                type.group(1),
                                type.group(2).replaceAll("\\s+", " ").strip()));
                Matcher table = TABLE.matcher(source);
                while (table.find()) {
                    String row = table.group(2) == null ? table.group(3) : table.group(2);
                    if (records.containsKey(row)) {
                        tables.add(name(table.group(1), source) + ": " + records.get(row));
                    }
                }
            }
        }
        return tables;
    }

    private static String name(String written, String source) {
        Matcher constant =
                Pattern.compile("String " + written + " = \"(\\w+)\"").matcher(source);
        return constant.find() ? constant.group(1) : written.replace("\"", "");
    }

    private static List<String> tags() {
        return List.of(
                Tag.encode("name", Map.of("key", "value"), "outcome"),
                "name " + HiccupSampler.PROBE,
                "name " + OsJitterSampler.PROBE,
                "name " + HiccupSampler.STALL_PROBE + ": " + labels(StallKind.values()),
                "name " + Hub.SLOW_CALLS + ": " + labels(Cause.values()),
                "outcome " + Arrays.toString(Outcome.values()));
    }

    private static String labels(Object[] constants) {
        return Arrays.stream(constants)
                .map(each -> each instanceof Cause cause ? cause.label() : ((StallKind) each).label())
                .toList()
                .toString();
    }

    private static List<String> members(Class<?>... types) {
        List<String> members = new ArrayList<>();
        for (Class<?> type : types) {
            members.add(type.toGenericString());
            Stream.of(type.getDeclaredConstructors(), type.getDeclaredMethods(), type.getDeclaredFields())
                    .flatMap(Arrays::stream)
                    .filter(member -> Modifier.isPublic(((Member) member).getModifiers()))
                    .map(Object::toString)
                    .forEach(members::add);
        }
        return members;
    }

    private static String sum(Collection<String> lines) {
        CRC32 sum = new CRC32();
        sum.update(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    private static String sums(Map<String, List<String>> lists) {
        return String.join(
                " ",
                lists.entrySet().stream()
                        .map(list -> list.getKey() + ' ' + sum(list.getValue()))
                        .toList());
    }

    @Test
    void whatIsPromisedIsListedAndItsChangesAreInTheChangelog() throws IOException {
        Map<String, List<String>> lists = promised();
        assertThat(lists.values()).allSatisfy(list -> assertThat(list).hasSizeGreaterThan(4));
        String changelog = Files.readString(CHANGELOG);
        if ("write".equals(System.getenv("PROMISES"))) {
            Files.createDirectories(LISTS);
            for (Map.Entry<String, List<String>> list : lists.entrySet()) {
                Files.write(LISTS.resolve(list.getKey() + ".txt"), list.getValue());
            }
            Files.writeString(
                    CHANGELOG, SUMS.matcher(changelog).replaceFirst("<!-- promised: " + sums(lists) + " -->"));
            return;
        }
        for (Map.Entry<String, List<String>> list : lists.entrySet()) {
            assertThat(list.getValue())
                    .as("docs/promised/%s.txt, which PROMISES=write writes", list.getKey())
                    .isEqualTo(Files.readAllLines(LISTS.resolve(list.getKey() + ".txt")));
        }
        assertThat(matches(SUMS, changelog, match -> match.group(1)))
                .as("sums of the lists in CHANGELOG.md, beside a line that says what changed")
                .containsExactly(sums(lists));
    }
}
