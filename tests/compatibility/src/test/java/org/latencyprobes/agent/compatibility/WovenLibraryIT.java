package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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
    private static final String ALL_METHODS = "..* with accessors;..*#new;..*#*$*";

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

    @Tag("full")
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("all")
    void weavesEveryClassOfEachLibrary(String library) throws IOException, RepositoryException {
        assertEveryClassIsWoven(library);
    }

    private void assertEveryClassIsWoven(String library) throws IOException, RepositoryException {
        Path[] path = LibraryPath.toRun(library).toArray(Path[]::new);
        link(jvm(path), path[0], "bare");
        JvmResult result =
                link(jvm(path).withAgent("limit=1000000,probes=" + ALL_METHODS), path[0], "woven");
        assertThat(results("woven")).isEqualTo(results("bare")).anyMatch(line -> line.contains("has "));
        List<MatchResult> refused = REFUSED.matcher(result.stderr()).results().toList();
        assertThat(refused)
                .as("%s", result)
                .extracting(reason -> reason.group(2))
                .allMatch(reason -> KNOWN_REASONS.stream().anyMatch(reason::startsWith));
        assertThat(Stream.concat(refused.stream(), WOVEN.matcher(result.stderr()).results())
                        .mapToLong(count -> Long.parseLong(count.group(1).replace(",", "")))
                        .sum())
                .as("%s", result)
                .isGreaterThanOrEqualTo(ClassesOf.probeableMethods(path[0]));
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
