package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.WaitStrategy;
import picocli.CommandLine;

class FixOptionsTest {

    @Test
    void fitFourMinutesByDefault() {
        List<MeasurementSpec> specs = schedule().specs();

        assertThat(specs.stream()
                        .mapToLong(spec -> spec.step().estimateMillis())
                        .sum())
                .isLessThan(240_000);
        assertThat(specs).extracting(MeasurementSpec::scenario).contains(Scenario.values());
        assertThat(specs).extracting(MeasurementSpec::agent).contains(true);
        assertThat(schedule().preset().repeats().warmUp()).isGreaterThanOrEqualTo(150_000);
    }

    @Test
    void measureEverythingWithFull() {
        Schedule full = schedule("--full");

        assertThat(full.engines()).hasSize(13).extracting(Engine::name).doesNotContain("quickfixj-as-published");
        assertThat(full.rates()).containsExactly(2_000, 10_000, 50_000);
        assertThat(full.pairs()).isEqualTo(5);
        assertThat(full.preset().lengths().latency2Messages()).isEqualTo(10_000);
    }

    @Test
    void overrideThePreset() {
        Schedule schedule = schedule(
                "--full",
                "--engines=artio,echo,artio",
                "--rates=5_000",
                "--parse-rates=7_000",
                "--runs=2",
                "--iterations=700",
                "--warm-up=800",
                "--scenario=jlbh,parse",
                "--no-agent",
                "--pin-server=0",
                "--generator=park",
                "--two-jvms");

        assertThat(schedule.engines()).extracting(Engine::name).containsExactly("artio", "echo");
        assertThat(schedule.scenarios()).containsExactly(Scenario.JLBH, Scenario.PARSE);
        assertThat(schedule.agentRate()).isZero();
        MeasurementSpec first = schedule.specs().get(0);
        assertThat(first.id()).isEqualTo("artio-jlbh-5000");
        assertThat(first.workload().runs().iterations()).isEqualTo(700);
        assertThat(first.workload().runs().warmUp()).isEqualTo(800);
        assertThat(first.workload().threads().waiting()).isEqualTo(WaitStrategy.park);
        assertThat(first.workload().threads().serverCpu()).isZero();
        assertThat(first.workload().sides().twoJvms()).isTrue();
    }

    @Test
    void putTwinsWithAndWithoutTheAgentSideBySideAndTurnThemRound() {
        assertThat(schedule("--engines=echo,quickfixj", "--scenario=jlbh", "--pairs=2")
                        .specs())
                .extracting(spec -> spec.round() + " " + spec.id())
                .containsExactly(
                        "1 echo-jlbh-2000",
                        "1 quickfixj-jlbh-2000",
                        "1 echo-jlbh-10000",
                        "1 echo-jlbh-10000-agent",
                        "1 quickfixj-jlbh-10000",
                        "1 quickfixj-jlbh-10000-agent",
                        "2 quickfixj-jlbh-10000-agent",
                        "2 quickfixj-jlbh-10000",
                        "2 echo-jlbh-10000-agent",
                        "2 echo-jlbh-10000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--engines    | fix8     | is no engine; allowed are echo, ",
                "--scenario       | jlbh2    | is no scenario; allowed are jlbh, latency2, parse and all",
                "--rates      | 0        | is not a whole number from 1 to 1,000,000",
                "--runs       | 0        | is not a whole number from 1 to 100",
                "--iterations | 99       | is not a whole number from 100 to 5,000,000",
                "--warm-up    | many     | is not a whole number from 100 to 5,000,000",
                "--idle       | -1       | is not a whole number from 0 to 60,000",
                "--pin-server | 5000     | is not a whole number from 0 to ",
                "--heap       | 1        | is not a size such as 512m or 2g",
                "--collector  | cms      | usual, serial, parallel, g1, z, shenandoah, epsilon",
                "--generator  | sleep    | spin, yield, park",
                "--java       | pom.xml  | it does not run as a java",
                "--agent-jar  | no.jar   | there is no such file"
            })
    void nameTheOptionTheValueAndWhatIsAllowed(String option, String value, String allowed) {
        assertThat(complaint(option + "=" + value)).contains("'" + option + "'", value, allowed);
    }

    @Test
    void refuseAnOutputFolderThatIsAFile(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(complaint("--no-agent", "--output=" + file)).contains("'--output'", file.toString(), "no folder");
    }

    @Test
    void refuseAScenarioWithNothingToMeasure() {
        assertThat(complaint("--scenario=parse", "--engines=echo")).contains("'--scenario'", "parser");
    }

    @Test
    void refuseAddressesThatAreNone() {
        assertThat(complaint("client", "--connect=here", "--engines=echo")).contains("'--connect'", "host:port");
        assertThat(complaint("client", "--connect=127.0.0.1:1", "--engines=echo,artio"))
                .contains("'--engines'", "the one engine");
        assertThat(complaint("server", "--listen=127.0.0.1:70000", "--engine=echo"))
                .contains("'--listen'", "65535");
        assertThat(complaint("server", "--listen=127.0.0.1:0", "--engine=fix8")).contains("'--engine'", "fix8");
    }

    private static Schedule schedule(String... arguments) {
        FixOptions options = new FixOptions();
        new CommandLine(new Holder(options)).parseArgs(arguments);
        return options.schedule("");
    }

    private static String complaint(String... arguments) {
        StringWriter errors = new StringWriter();
        CommandLine line =
                FixDemo.commandLine(new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(errors, true));
        line.getSubcommands().values().forEach(sub -> sub.setErr(new PrintWriter(errors, true)));
        assertThat(line.execute(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
        return errors.toString();
    }

    @CommandLine.Command
    private static final class Holder {
        @CommandLine.Mixin
        private final FixOptions options;

        Holder(FixOptions options) {
            this.options = options;
        }
    }
}
