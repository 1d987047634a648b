package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.aether.RepositoryException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.compatibility.fixture.LinkedClasses;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Every class of a library is woven, with each method a probe, and the JVM verifies it as it verifies it without the agent. The libraries
 * are in {@code woven.libraries} of the root POM, most of them from other compilers than Java's.
 */
final class WovenLibraryIT {

    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** The agent is made for 20,000, so larger libraries are woven in parts; those that the compiler made are not counted. */
    private static final long MOST_METHODS = 12_000;

    /** Of a package. */
    private static final String BODIES =
            "%1$s.* with generated with accessors;%1$s.*#new with generated;%1$s.*#*$* with generated with accessors";

    /** Reasons that lie in a single method or in the age of the class file. */
    private static final List<String> KNOWN_REASONS =
            List.of("it is native", "its class file is of version 4", "woven, it would be over 8000 bytes");

    private static final Pattern REFUSED = Pattern.compile("(?m)(?:^refused: |; )(\\d+) \u00d7 ([^;\n]+)");
    private static final Pattern WOVEN = Pattern.compile("(?m)^weaving: ([\\d,]+) methods in");

    @TempDir
    private Path folder;

    static Stream<String> all() {
        return Stream.of(System.getProperty("woven.libraries").split("\\s+")).filter(line -> !line.isEmpty());
    }

    /** Two that show the most, and don't take long. */
    static Stream<String> some() {
        return all().filter(library -> library.matches(".*:(scala3-library_3|clojure):.*"));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("some")
    void weavesEveryClass(String library) throws IOException, RepositoryException {
        assertEveryClassIsWoven(library);
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("all")
    void weavesEveryClassOfEachLibrary(String library) throws IOException, RepositoryException {
        assertEveryClassIsWoven(library);
    }

    private void assertEveryClassIsWoven(String library) throws IOException, RepositoryException {
        Path[] path = LibraryPath.toRun(library).toArray(Path[]::new);
        link(jvm(path), path[0], "bare");
        Set<String> bare = Set.copyOf(results("bare"));
        assertThat(bare).anyMatch(line -> line.contains("has "));
        Map<String, Long> methods = ClassesOf.probeableMethodsByPackage(path[0]);
        for (List<String> packages : parts(methods)) {
            String patterns =
                    packages.stream().map(name -> BODIES.formatted(name)).collect(Collectors.joining(";"));
            Path config = Files.writeString(folder.resolve("config"), "limit=1000000\nprobes=" + patterns);
            JvmResult result = link(jvm(path).withAgent("config=" + config), path[0], "woven");
            List<String> woven = results("woven");
            assertThat(woven).filteredOn(line -> !bare.contains(line)).isEmpty();
            assertThat(woven.size()).isEqualTo(bare.size());
            assertAllIsWoven(result, packages.stream().mapToLong(methods::get).sum());
        }
    }

    private static void assertAllIsWoven(JvmResult result, long methods) {
        List<MatchResult> refused = REFUSED.matcher(result.stderr()).results().toList();
        assertThat(refused)
                .as("%s", result)
                .extracting(reason -> reason.group(2))
                .allMatch(reason -> KNOWN_REASONS.stream().anyMatch(reason::startsWith));
        assertThat(Stream.concat(
                                refused.stream(), WOVEN.matcher(result.stderr()).results())
                        .mapToLong(count -> Long.parseLong(count.group(1).replace(",", "")))
                        .sum())
                .as("%s", result)
                .isGreaterThanOrEqualTo(methods);
    }

    /** Packages, together with few enough methods. */
    private static List<List<String>> parts(Map<String, Long> methods) {
        List<List<String>> parts = new ArrayList<>();
        long left = 0;
        for (Map.Entry<String, Long> each : methods.entrySet()) {
            if (each.getValue() > left) {
                parts.add(new ArrayList<>());
                left = MOST_METHODS;
            }
            parts.get(parts.size() - 1).add(each.getKey());
            left -= each.getValue();
        }
        return parts;
    }

    private static ForkedJvm jvm(Path... path) {
        return ForkedJvm.of(LinkedClasses.class)
                .addClassPath(path)
                .flags("-XX:TieredStopAtLevel=1"); // the other compiler took half of the time, for code that runs once
    }

    private JvmResult link(ForkedJvm jvm, Path jar, String results) {
        return jvm.arguments(jar, folder.resolve(results))
                .start()
                .finish(LONGEST)
                .expectExit(0);
    }

    private List<String> results(String of) throws IOException {
        return Files.readAllLines(folder.resolve(of));
    }
}
