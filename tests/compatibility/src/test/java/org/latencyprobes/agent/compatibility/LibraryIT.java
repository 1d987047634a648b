package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.aether.RepositoryException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.compatibility.fixture.LibraryTests;
import org.latencyprobes.agent.compatibility.fixture.LinkedClasses;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * A library's own tests end as they do without the agent though each of its methods is a probe and the JVM verifies all.
 *
 * <p>The tests run twice without the agent. Those that end in two ways there say nothing of the agent: they are named in the output and
 * not compared.
 */
@Isolated("three JVMs at work, with tests of others that may not stand a busy machine")
final class LibraryIT {

    private static final Pattern WOVEN = Pattern.compile("\"wovenMethods\":(\\d+)");

    private static final Pattern REFUSED = Pattern.compile("no probe (?:in|on) ([^#:]+).*");

    private static final Duration LONGEST_TESTS = Duration.ofMinutes(20);

    @TempDir
    private Path folder;

    @Tag("full")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("org.latencyprobes.agent.compatibility.Library#quick")
    void itsTestsEndAsWithoutTheAgent(Library library) throws IOException, RepositoryException {
        tryOut(library);
    }

    @Tag("nightly")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("org.latencyprobes.agent.compatibility.Library#others")
    void itsManyTestsEndAsWithoutTheAgent(Library library) throws IOException, RepositoryException {
        tryOut(library);
    }

    private void tryOut(Library library) throws IOException, RepositoryException {
        LibraryPath path = LibraryPath.of(library);
        ForkedJvm probed = jvm(library, path, "probed")
                .arguments("status")
                .withAgent("report=off,limit=1000000,memory=512m,probes=" + Library.patterns(path.jar()));
        try (RunningJvm bareJvm = jvm(library, path, "bare").start();
                RunningJvm probedJvm = probed.start();
                RunningJvm bareAgainJvm = jvm(library, path, "bare again").start()) {
            bareJvm.finish(LONGEST_TESTS).expectExit(0);
            bareAgainJvm.finish(LONGEST_TESTS).expectExit(0);
            JvmResult result = probedJvm.finish(LONGEST_TESTS).expectExit(0);
            assertSameResults(library);
            assertAllIsWoven(path, result);
        }
        Finding.of(library).holds("every test ends as without the agent");
    }

    private ForkedJvm jvm(Library library, LibraryPath path, String results) {
        return ForkedJvm.of(LibraryTests.class)
                .classPath(path.all())
                .addClassPath(ForkedJvm.homeOf(LibraryTests.class))
                .flags(openedPackages())
                .flags("-XX:TieredStopAtLevel=1") // the other compiler took half of the time, for code that runs once
                .flags("-XX:+UnlockDiagnosticVMOptions")
                .flags("-XX:+BytecodeVerificationRemote", "-XX:+BytecodeVerificationLocal")
                .arguments(path.jar(), path.tests(), folder.resolve(results), library.leftOut());
    }

    /** More than any library's own build opens to its tests. */
    private static String[] openedPackages() {
        return Object.class.getModule().getPackages().stream()
                .filter(name -> name.startsWith("java."))
                .map("--add-opens=java.base/%s=ALL-UNNAMED"::formatted)
                .toArray(String[]::new);
    }

    private static void assertAllIsWoven(LibraryPath path, JvmResult result) {
        Set<String> own = new TreeSet<>(ClassesOf.jar(path.jar()).keySet());
        own.addAll(ClassesOf.jar(path.tests()).keySet());
        assertThat(result.messages().stream()
                        .map(REFUSED::matcher)
                        .filter(refused -> refused.matches() && own.contains(refused.group(1)))
                        .map(Matcher::group))
                .isEmpty();
        long methods = WOVEN.matcher(result.stdout())
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
        assertThat(methods).as("%s", result).isGreaterThanOrEqualTo(ClassesOf.probeableMethods(path.jar()));
    }

    private void assertSameResults(Library library) throws IOException {
        Map<String, String> bare = results("bare");
        Set<String> unstable = differences(bare, results("bare again"));
        unstable.forEach(
                test -> System.out.println(library + ", not compared, ends in two ways without the agent: " + test));
        Map<String, String> probed = results("probed");
        Set<String> changed = differences(bare, probed);
        changed.removeAll(unstable);
        assertThat(changed)
                .as("results that the agent changed")
                .allSatisfy(test -> assertThat(probed.get(test)).isEqualTo(bare.get(test)));
        assertThat(bare).as("tests that say something of the agent").hasSizeGreaterThan(2 * unstable.size());
    }

    private Map<String, String> results(String of) throws IOException {
        Map<String, String> results = new HashMap<>();
        Files.readAllLines(folder.resolve(of)).stream()
                .map(line -> line.split(LinkedClasses.SEPARATOR))
                .forEach(line -> results.put(line[0], line[1]));
        assertThat(results).isNotEmpty();
        return results;
    }

    private static Set<String> differences(Map<String, String> one, Map<String, String> other) {
        Set<String> all = new TreeSet<>(one.keySet());
        all.addAll(other.keySet());
        all.removeIf(name -> one.containsKey(name) && one.get(name).equals(other.get(name)));
        return all;
    }
}
