package org.latencyprobes.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.cli.base.Console;
import picocli.CommandLine;

final class MainTest {

    private static final int COMMANDS = 22;
    private static final CommandLine ALL = Main.commandLine(new Console(System.out, System.err));

    static Stream<String> commands() {
        return ALL.getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpOnEachCommandHasExamplesOfItAndIsACommandToo(String command) {
        CommandRun help = CommandRun.of(command, "--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out())
                .contains("Usage: latency-probes " + command, "Exit codes:")
                .as("it says the thing, and sends nobody to a page")
                .doesNotContainPattern("\\w\\.md(?<!comment\\.md)");
        assertThat(help.out().contains("What to print: text, json"))
                .isEqualTo(!List.of("completion", "help").contains(command));
        assertThat(help.out().substring(help.out().indexOf("Examples:"))).containsPattern("latency-probes " + command);
        assertThat(help.out().lines()).allMatch(line -> line.length() <= 160);

        CommandRun byCommand = CommandRun.of("help", command);
        assertThat(byCommand.exitCode()).isZero();
        assertThat(byCommand.err()).isEmpty();
        assertThat(byCommand.out().lines())
                .as("but for the order of options for all commands")
                .containsExactlyInAnyOrderElementsOf(help.out().lines().toList());
    }

    @Test
    void helpWithoutACommandShowsAll() {
        assertThat(CommandRun.of("help").out())
                .isEqualTo(CommandRun.of("--help").out());
        assertThat(CommandRun.of("help").exitCode()).isZero();
    }

    @Test
    void helpOnAMisspeltCommandNamesTheNearest() {
        CommandRun help = CommandRun.of("help", "statsu");
        assertThat(help.exitCode()).isEqualTo(2);
        assertThat(help.err()).contains("unknown command \"statsu\"; did you mean status\n");
    }

    /** To build all commands takes longer than most of them. */
    @ParameterizedTest
    @MethodSource("commands")
    void aCommandIsBuiltAlone(String command) {
        Console console = new Console(System.out, System.err);
        Map<String, CommandLine> alone = Main.commandLine(console, command).getSubcommands();
        assertThat(alone).hasSize(List.of("completion", "help", "install").contains(command) ? COMMANDS : 1);
        CommandLine among = ALL.getSubcommands().get(command);
        assertThat(alone.get(command).getUsageMessage().lines())
                .as("but for the order of options for all commands")
                .containsExactlyInAnyOrderElementsOf(
                        among.getUsageMessage().lines().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "root", "pid", "jvm", "sub", "Status", "status ", "dry-run", "-o", "list/x"})
    void whatIsNoCommandHasAllToChooseFrom(String name) {
        assertThat(Main.commandLine(new Console(System.out, System.err), name).getSubcommands())
                .hasSize(COMMANDS);
    }

    @Test
    void helpNamesAllCommandsAndListsTheTwelveFirst() {
        String help = CommandRun.of("--help").out();
        assertThat(commands()).hasSize(COMMANDS).allMatch(help::contains);
        assertThat(listed(help)).hasSize(12).contains("why", "probe", "compare");
        assertThat(listed(CommandRun.of("help", "--all").out()))
                .containsExactlyInAnyOrderElementsOf(commands().toList());
    }

    private static List<String> listed(String help) {
        return help.lines()
                .filter(line -> line.matches("  [a-z]+ {2,}[A-Z].*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
    }

    @Test
    void tellsItsVersion() {
        assertThat(CommandRun.of("--version").out()).startsWith("latency-probes " + Version.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "lst",
                "status",
                "status 1 -n 3",
                "slow 1 -n x",
                "status 1 2",
                "status 1 --since=last",
                "status 1 --timeout=0",
                "status 1 --timeout=soon",
                "probe 1 --mode perhaps *",
                "probe 1",
                "4711",
                "attach 1 com.acme.Shop#place",
                "completion fish"
            })
    void aWrongCommandLineIsSaidAndHelpNamed(String line) {
        CommandRun run = CommandRun.of(line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("--help").doesNotContain("Exception", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status abc", "status 0", "probe --dry-run no-such.jar a.B"})
    void aJvmThatIsNotThereIsOneThing(String line) {
        assertThat(CommandRun.of(line.split(" ")).exitCode()).isEqualTo(3);
        assertThat(CommandRun.of("slow", "1", "-n", "x").err()).contains("\"x\" is not a whole number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probes --explain", "probe --dry-run"})
    void aMalformedPatternIsShownWithAMarkBeforeAnyJvmIsAsked(String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(1, "999999999");
        words.add("com.acme.*#find(");
        CommandRun run = CommandRun.of(words.toArray(new String[0]));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("com.acme.*#find(\n").containsPattern("(?m)^ *\\^$");
    }

    @Test
    void withoutAnythingTheHelpIsShown() {
        assertThat(CommandRun.of().err()).isEqualTo(CommandRun.of("--help").out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4711|the process id 4711 needs a command before it: attach 4711 starts the agent there",
                "4711 status|the command stands before the process id: status 4711",
                "wyh 1|unknown command \"wyh\"; did you mean why\\n",
                "tpo 1|unknown command \"tpo\"; did you mean top\\n",
                "reprot 1|unknown command \"reprot\"; did you mean report\\n",
                "nosuch 1|unknown command \"nosuch\"\\n",
                "status 1 --tiemout=3|unknown option \"--tiemout=3\"; did you mean --timeout\\n",
                "status 1 -x|unknown option \"-x\"\\n",
                "status 1 2|\"2\" is one argument too many",
                "status|a JVM is missing: its process id or main class; the command list shows those there are",
                "attach 1 com.acme.Shop|patterns are given as 'probes=com.acme.Shop'",
                "attach 1 jmx|\"jmx\" is not of the form option=value\\n",
            })
    void theFirstLineSaysWhatToDo(String line, String said) {
        assertThat(CommandRun.of(line.split(" ")).err().split("\nhelp: ")[0] + '\n')
                .contains(said.replace("\\n", "\n"));
    }

    @Test
    void theHelpOnAttachHasEveryOptionOfTheAgent() {
        String help = CommandRun.of("attach", "--help").out();
        assertThat(Option.values())
                .allSatisfy(option -> assertThat(help).containsPattern("\n  " + option.key() + "\\s"));
    }

    @Test
    void aWrongCommandLineIsJsonWhereThatIsWanted() throws IOException {
        CommandRun run = CommandRun.of("status", "abc", "-o", "json");
        assertThat(run.err()).isEmpty();
        JsonNode answer = new ObjectMapper().readTree(run.out());
        assertThat(answer.get("exitCode").asInt()).isEqualTo(3);
        assertThat(answer.get("messages").get(0).asText())
                .contains("\"abc\" is not a process id, and no JVM here has that main class or jar");
    }

    @Test
    void bashUnderstandsItsCompletion() throws IOException {
        String script = CommandRun.of("completion", "bash").out();
        String completed = bash(script + "\nCOMP_WORDS=(latency-probes de); COMP_CWORD=1; _complete_latency-probes;"
                + " echo \"${COMPREPLY[@]}\"");
        assertThat(completed.strip()).isEqualTo("detach");
    }

    private static String bash(String script) throws IOException {
        Process bash =
                new ProcessBuilder("bash", "-s").redirectErrorStream(true).start();
        bash.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
        bash.getOutputStream().close();
        return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void zshGetsItsPreparationToo() {
        assertThat(CommandRun.of("completion", "zsh").out())
                .startsWith("autoload -U +X compinit && compinit\n")
                .contains("bashcompinit", "detach");
    }
}
