package org.latencyprobes.agent.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.fuzz.FuzzSeeds;
import org.latencyprobes.agent.fixture.fuzz.FuzzedClasses;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;

/**
 * Tests with broken and odd class files. Each one that loads without the agent must load with it and do exactly the same. For one that
 * fails without the agent, the transformer must only neither throw nor hang. The mutants are the same in every run. Another {@link #SEED}
 * makes others, and a case's label has its own seed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClassFileFuzz {

    private static final long SEED = Long.getLong("fuzz.seed", 20_261_121);
    private static final int MOST_CRASHES = 5;
    private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{4,}|\\$\\$Lambda[^ ]*");

    private final int mutants;
    private Path folder;
    private List<Case> cases;
    private Path corpus;
    private List<String> without;

    ClassFileFuzz(int mutants) {
        this.mutants = mutants;
    }

    @BeforeAll
    void makeThemAndRunWithoutAgent(@TempDir Path given) throws IOException {
        folder = given;
        cases = new ArrayList<>(EdgeCaseClasses.all());
        cases.addAll(EdgeCaseCode.all());
        cases.addAll(EdgeCaseFrames.all());
        List<Mutator> mutators = mutators();
        for (int i = 0; i < mutants; i++) {
            cases.add(mutators.get(i % mutators.size()).mutant(SEED + i));
        }
        corpus = folder.resolve("corpus");
        without = outcomesWithoutAgent();
    }

    /**
     * A few mutants crash a JVM that has no agent at all, and of some that are cut it reads on behind their end, in whatever memory is there,
     * which may crash it the next time. Those are left out; which they are, depends on the compiler and the JDK.
     */
    private List<String> outcomesWithoutAgent() throws IOException {
        Path outcomes = folder.resolve("without");
        for (int crashes = 0; crashes < MOST_CRASHES; crashes++) {
            write();
            JvmResult result = jvm(outcomes)
                    .flags("-XX:ErrorFile=" + folder.resolve("crash"))
                    .run();
            List<String> lines = new ArrayList<>(Files.readAllLines(outcomes));
            if (result.exitCode() == 0) {
                leaveOut(lines);
                return lines;
            }
            cases.remove(lines.size());
        }
        throw new AssertionError("more than " + MOST_CRASHES + " cases crash the JVM without an agent");
    }

    /** A file that is whole but for its end has one fault: that it is cut. */
    private void leaveOut(List<String> outcomes) throws IOException {
        for (int i = cases.size() - 1; i >= 0; i--) {
            if (cases.get(i).label().endsWith(Mutator.TRUNCATED)
                    && !outcomes.get(i).contains("Truncated class file")) {
                outcomes.remove(i);
                cases.remove(i);
            }
        }
        write();
    }

    private static List<Mutator> mutators() throws IOException {
        List<Mutator> mutators = new ArrayList<>();
        for (Map.Entry<String, byte[]> seed : compiled().entrySet()) {
            mutators.add(new Mutator(seed.getKey(), seed.getValue(), true));
        }
        for (Map.Entry<String, byte[]> seed : EdgeCaseCode.seeds().entrySet()) {
            mutators.add(new Mutator(seed.getKey(), seed.getValue(), true));
        }
        return mutators;
    }

    private static Map<String, byte[]> compiled() throws IOException {
        Map<String, byte[]> compiled = new LinkedHashMap<>();
        for (Class<?> seed : FuzzSeeds.class.getDeclaredClasses()) {
            try (InputStream classFile =
                    seed.getResourceAsStream('/' + seed.getName().replace('.', '/') + ".class")) {
                compiled.put(seed.getName(), classFile.readAllBytes());
            }
        }
        return compiled;
    }

    private void write() throws IOException {
        try (DataOutputStream file = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(corpus)))) {
            file.writeInt(cases.size());
            for (Case each : cases) {
                file.writeUTF(each.label().replaceAll("\\s", " "));
                file.writeBoolean(each.isCallable());
                file.writeInt(each.classes().size());
                for (Map.Entry<String, byte[]> classFile : each.classes().entrySet()) {
                    file.writeUTF(classFile.getKey());
                    file.writeInt(classFile.getValue().length);
                    file.write(classFile.getValue());
                }
            }
        }
    }

    /** What the JDK's reflection says of a failure depends on how often it was used, unless it is told to do without shortcuts. */
    private ForkedJvm jvm(Path outcomes) {
        return ForkedJvm.of(FuzzedClasses.class)
                .flags("-Djdk.reflect.useNativeAccessorOnly=true", "-XX:-OmitStackTraceInFastThrow")
                .arguments(corpus, outcomes);
    }

    private JvmResult runWith(String options) throws IOException {
        Path outcomes = folder.resolve("with");
        JvmResult result = jvm(outcomes).withAgent(options).run().expectExit(0);
        List<String> with = Files.readAllLines(outcomes);
        assertSame(with);
        assertThat(with)
                .hasSameSizeAs(cases)
                .noneMatch(line -> line.contains("\tendless") || line.contains("\tharness"));
        assertThat(result.messages()).noneMatch(message -> message.contains("cannot be transformed"));
        return result;
    }

    private void assertSame(List<String> with) throws IOException {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            if (isLoaded(without.get(i)) && !comparable(without.get(i)).equals(comparable(with.get(i)))) {
                differences.add("\nwithout " + without.get(i) + "\nwith    " + with.get(i) + '\n');
                keep(cases.get(i), i);
            }
        }
        assertThat(differences).as("of %d cases, seed %d", cases.size(), SEED).isEmpty();
    }

    private static boolean isLoaded(String outcome) {
        return outcome.contains("\tloaded");
    }

    private static String comparable(String outcome) {
        return IDENTITY.matcher(outcome).replaceAll("…");
    }

    private static void keep(Case different, int index) throws IOException {
        Path kept = Files.createDirectories(Path.of("target", "fuzz"));
        Files.write(
                kept.resolve(index + ".class"),
                different.classes().values().iterator().next());
    }

    @Test
    void annotatedClassesThatLoadBehaveAsWithoutTheAgent() throws IOException {
        assertThat(runWith("").report().probes()).contains("Reused.odd", "Reused.new", "straight.int");
    }

    @Test
    void classesNamedByPatternsThatLoadBehaveAsWithoutTheAgent() throws IOException {
        JvmResult result = runWith(
                "probes=..fuzz..* with accessors;..fuzz..*#new;..FuzzSeeds* with accessors;..FuzzSeeds*#new,limit=1000000");
        assertThat(result.report().probes()).contains("Reused.odd", "Reused.new", "FuzzSeeds.Annotated.ignored");
    }

    @Test
    void theCasesAreOfEveryKind() {
        assertThat(cases).hasSizeGreaterThan(mutants + 100);
        assertThat(without.stream().filter(ClassFileFuzz::isLoaded)).hasSizeGreaterThan(mutants / 6);
        assertThat(without.stream().filter(line -> line.contains("VerifyError")))
                .hasSizeGreaterThan(mutants / 30);
        assertThat(without.stream().filter(line -> line.contains("ClassFormatError")))
                .hasSizeGreaterThan(mutants / 6);
    }
}
