package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.agent.compatibility.fixture.LibraryTests;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Result;
import org.latencyprobes.agent.kit.RunningJvm;

/** A library's own tests end as they do without the agent though each of its methods is a probe and the JVM verifies all. */
@Tag("slow")
final class LibraryIT {

    private static final String ALL = ".*Test";
    private static final Pattern TEST_CLASS = Pattern.compile("\\[class:([^\\]]+)");
    private static final Pattern WEAVING = Pattern.compile("weaving: (\\d+) methods in ");

    /** The JDK's own generator, since 24, leaves out of its stack map frames what Byte Buddy looks for there. */
    private static final Pattern PROXY =
            Pattern.compile("no probe in .*\\.\\$Proxy\\d+: .*Inconsistent frame length.*");

    private static final Duration LONGEST_TESTS = Duration.ofMinutes(4);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void itsTestsEndAsWithoutTheAgent(Library library) throws IOException {
        Set<String> differences = differences(library, ALL);
        if (!differences.isEmpty()) { // tests that hang on the clock: once more, with less going on
            differences = differences(library, classesOf(differences));
        }
        assertThat(differences).as("results that the agent changed").isEmpty();
        library.finding().holds("every test ends as without the agent");
    }

    /** Runs both at once, so that the tests that sleep do so together. */
    private Set<String> differences(Library library, String testClasses) throws IOException {
        Path bareResults = folder.resolve("bare");
        Path probedResults = folder.resolve("probed");
        ForkedJvm probed = jvm(library, probedResults, testClasses)
                .withAgent("limit=1000000,memory=512m,probes=" + library.patterns());
        try (RunningJvm bareJvm = jvm(library, bareResults, testClasses).start();
                RunningJvm probedJvm = probed.start()) {
            bareJvm.finish(LONGEST_TESTS).expectExit(0);
            assertAllIsWoven(library, probedJvm.finish(LONGEST_TESTS).expectExit(0), testClasses.equals(ALL));
        }
        return difference(bareResults, probedResults);
    }

    private static ForkedJvm jvm(Library library, Path results, String testClasses) {
        return ForkedJvm.of(LibraryTests.class)
                .classPath(Environment.classPath("libraries"))
                .addClassPath(ForkedJvm.homeOf(LibraryTests.class))
                .flags(library.flags())
                .flags("-XX:+UnlockDiagnosticVMOptions")
                .flags("-XX:+BytecodeVerificationRemote", "-XX:+BytecodeVerificationLocal")
                .arguments(library.tests(), results, testClasses, library.leftOut());
    }

    private static void assertAllIsWoven(Library library, Result result, boolean allTests) {
        assertThat(result.messages())
                .filteredOn(message -> message.contains("no probe in ") || message.contains("more refusals"))
                .allMatch(message -> PROXY.matcher(message).matches());
        if (allTests) {
            long methods = WEAVING.matcher(result.stderr())
                    .results()
                    .mapToLong(match -> Long.parseLong(match.group(1)))
                    .sum();
            assertThat(methods).as("%s", result).isGreaterThan(library.leastMethods());
        }
    }

    private static Set<String> difference(Path one, Path other) throws IOException {
        Set<String> either = new TreeSet<>(Files.readAllLines(one));
        Set<String> both = new TreeSet<>(either);
        both.retainAll(Files.readAllLines(other));
        either.addAll(Files.readAllLines(other));
        either.removeAll(both);
        assertThat(both).as("equal results").isNotEmpty();
        return either;
    }

    private static String classesOf(Set<String> results) {
        return results.stream()
                .flatMap(result -> TEST_CLASS.matcher(result).results())
                .map((MatchResult match) -> Pattern.quote(match.group(1)))
                .distinct()
                .collect(Collectors.joining("|"));
    }
}
