package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.demo.common.StepProgress;
import org.latencyprobes.demo.common.WaitStrategy;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.demo.fix.comparison.Schedule;
import org.latencyprobes.demo.fix.measure.Workload;
import org.latencyprobes.demo.fix.registry.Engines;
import picocli.CommandLine;

class FixOptionsTest {

    @Test
    void askOneQuestionInFourMinutesByDefault() {
        List<MeasurementSpec> specs = FixSamples.schedule().specs();

        assertThat(millis(specs)).isLessThan(240_000);
        assertThat(specs)
                .hasSize(18)
                .allSatisfy(spec ->
                        assertThat(spec.workload().accountsForOmission()).isTrue());
        assertThat(specs)
                .extracting(spec -> spec.cell().id())
                .containsOnly("quickfixj-jlbh-10000", "echo-jlbh-10000", "philadelphia-blocking-jlbh-10000");
    }

    @Test
    void measureEverythingIn45MinutesWithFull() {
        Schedule full = FixSamples.schedule("--full");
        List<MeasurementSpec> specs = full.specs();

        assertThat(millis(specs)).isLessThan(45 * 60_000);
        assertThat(specs.stream().map(spec -> spec.cell().engine().name()).distinct())
                .hasSameSizeAs(Engines.all());
        assertThat(specs.stream().map(spec -> spec.cell().scenario()).distinct())
                .hasSameSizeAs(Scenario.values());
        assertThat(specs).anyMatch(spec -> spec.cell().agent());
        assertThat(specs.stream().filter(spec -> spec.cell().is("quickfixj", Scenario.JLBH, 10_000)))
                .hasSize(10);
    }

    @Test
    void putEachEngineInEveryBlockOnceAndInTheSameOrderEachTime() {
        List<MeasurementSpec> specs = FixSamples.schedule("--blocks=4").specs();
        List<MeasurementSpec> more = FixSamples.schedule("--blocks=9").specs();

        assertThat(specs).extracting(spec -> spec.block() + spec.cell().id()).doesNotHaveDuplicates();
        assertThat(specs).extracting(MeasurementSpec::block).isSorted();
        assertThat(more.subList(0, specs.size()))
                .extracting(spec -> spec.cell().id())
                .isEqualTo(specs.stream().map(spec -> spec.cell().id()).toList());
        assertThat(IntStream.rangeClosed(1, 9)
                        .mapToObj(block -> more.stream()
                                .filter(spec -> spec.block() == block)
                                .map(spec -> spec.cell().id())
                                .toList())
                        .distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void publishedConditionsAreThoseOfTheSource() {
        Schedule schedule = FixSamples.schedule("--scenario=published");
        MeasurementSpec asPublished = spec(schedule, "quickfixj-as-published-published-10000");
        MeasurementSpec due = spec(schedule, "quickfixj-prepared-published-due-10000");

        assertThat(asPublished.workload().runs()).isEqualTo(new Workload.Runs(20_000, 20_000, 0, 3, 0));
        assertThat(asPublished.workload().accountsForOmission()).isFalse();
        assertThat(asPublished.workload().waiting()).isEqualTo(WaitStrategy.spin);
        assertThat(due.workload().runs()).isEqualTo(new Workload.Runs(20_000, 150_000, 1, 3, 500));
        assertThat(due.workload().accountsForOmission()).isTrue();
        assertThat(due.workload().waiting()).isEqualTo(WaitStrategy.spin);
    }

    private static MeasurementSpec spec(Schedule schedule, String id) {
        return schedule.specs().stream()
                .filter(spec -> spec.cell().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static long millis(List<MeasurementSpec> specs) {
        return specs.stream().mapToLong(spec -> spec.step().estimateMillis()).sum();
    }

    @Test
    void overrideThePreset() {
        Schedule schedule = FixSamples.schedule(
                "--full",
                "--engines=philadelphia-blocking,echo,philadelphia-blocking",
                "--rates=5_000",
                "--runs=2",
                "--blocks=1",
                "--iterations=700",
                "--warm-up=800",
                "--scenario=jlbh,parse",
                "--no-agent");
        List<MeasurementSpec> specs = schedule.specs();

        assertThat(specs)
                .extracting(spec -> spec.cell().id())
                .containsExactlyInAnyOrder(
                        "philadelphia-blocking-jlbh-5000",
                        "echo-jlbh-5000",
                        "philadelphia-blocking-parse-10000",
                        "philadelphia-blocking-parse-logged-10000",
                        "philadelphia-blocking-parse-200000",
                        "philadelphia-blocking-parse-logged-200000");
        assertThat(specs)
                .filteredOn(spec -> spec.cell().scenario() == Scenario.JLBH)
                .allSatisfy(
                        spec -> assertThat(spec.workload().runs()).isEqualTo(new Workload.Runs(700, 800, 1, 2, 500)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--engines    | fix8     | is no engine; allowed are echo, ",
                "--scenario       | jlbh2    | is no scenario; allowed are jlbh, published, latency2, parse and all",
                "--rates      | 0        | is not a whole number from 1 to 1,000,000",
                "--runs       | 0        | is not a whole number from 1 to 100",
                "--blocks     | 0        | is not a whole number from 1 to 100",
                "--iterations | 99       | is not a whole number from 100 to 5,000,000",
                "--warm-up    | many     | is not a whole number from 100 to 5,000,000",
                "--heap       | 1        | is not a size such as 512m or 2g",
                "--java       | pom.xml  | it does not run as a java",
                "--agent-jar  | no.jar   | there is no such file"
            })
    void nameTheOptionTheValueAndWhatIsAllowed(String option, String value, String allowed) {
        assertThat(complaint("--agent", option + "=" + value)).contains("'" + option + "'", value, allowed);
    }

    @Test
    void planWithoutMeasuring(@TempDir Path folder) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        int code = FixDemo.commandLine(new PrintStream(out, true, StandardCharsets.UTF_8))
                .execute("--full", "--plan", "--without=echo,quickfixj-stored", "--output=" + folder.resolve("output"));

        assertThat(code).isZero();
        assertThat(folder).isEmptyDirectory();
        List<MeasurementSpec> specs =
                FixSamples.schedule("--full", "--without=echo,quickfixj-stored").specs();
        assertThat(specs).extracting(spec -> spec.cell().engine().name()).doesNotContain("echo", "quickfixj-stored");
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .anyMatch(line -> line.matches("jlbh-10000, agent +2 +2 .*"))
                .last()
                .asString()
                .matches("all .* " + specs.size() + " +" + StepProgress.duration(millis(specs)));
    }

    @Test
    void refuseAnEngineWhoseReleaseIsMissingBeforeAnythingIsMeasured(@TempDir Path folder) {
        String classPath = System.getProperty("java.class.path");
        System.setProperty("java.class.path", folder.resolve("fix.jar").toString());
        try {
            assertThat(complaint("--full"))
                    .contains(
                            "'quickfixj-1.6.2-as-published'",
                            folder.resolve("quickfixj-1.6.2").toString(),
                            "--without=");
        } finally {
            System.setProperty("java.class.path", classPath);
        }
    }

    @Test
    void refuseAHeapThatTheJvmCannotHave() {
        assertThat(complaint("--engines=echo", "--heap=900000g")).contains("'--heap'", "-Xmx900000g");
    }

    @Test
    void refuseAnOutputFolderThatIsAFile(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(complaint("--output=" + file)).contains("'--output'", file.toString(), "no folder");
    }

    @Test
    void refuseAScenarioWithNothingToMeasure() {
        assertThat(complaint("--scenario=parse", "--engines=echo")).contains("nothing is left");
        assertThat(complaint("--engines=echo", "--without=echo")).contains("nothing is left");
    }

    private static String complaint(String... arguments) {
        StringWriter errors = new StringWriter();
        CommandLine line =
                FixDemo.commandLine(new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(errors, true));
        assertThat(line.execute(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        return errors.toString();
    }
}
