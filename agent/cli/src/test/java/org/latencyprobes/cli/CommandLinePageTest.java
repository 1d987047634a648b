package org.latencyprobes.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.latencyprobes.cli.base.Console;
import picocli.CommandLine;

/** Tests that {@code docs/commands.md} agrees with the commands. If one fails, copy the table that it prints into the page. */
final class CommandLinePageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "commands.md");
    private static final CommandLine COMMANDS = Main.commandLine(new Console(System.out, System.err));

    @Test
    void thePageHasTheTableOfTheCommands() throws IOException {
        String table = COMMANDS.getSubcommands().values().stream()
                .map(command -> "| `" + synopsis(command).replace("|", "\\|") + "` | "
                        + command.getCommandSpec().usageMessage().header()[0].replace("|", "\\|") + " |\n")
                .collect(Collectors.joining("", "| command | what it does |\n|---|---|\n", ""));
        assertThat(Files.readString(PAGE)).contains("\n\n" + table + "\n");
    }

    /** The command and its own options and parameters; those of all commands stand apart. */
    private static String synopsis(CommandLine command) {
        String name = COMMANDS.getCommandName() + ' ';
        String text = command.getHelp().synopsis(0).strip().replaceAll("\\s+", " ");
        return text.substring(name.length())
                .replaceAll(" \\[(-hV|-o=<form> ?\\[=<file>]|--timeout=<seconds>)](\\.\\.\\.)?", "");
    }

    @Test
    void thePageHasTheOptionsOfMerge() throws IOException {
        String table = COMMANDS.getSubcommands().get("merge").getCommandSpec().options().stream()
                .filter(option -> !option.longestName().equals("-o") && !option.usageHelp() && !option.versionHelp())
                .map(option -> "| `" + String.join("`, `", option.names())
                        + (option.arity().max() == 0 ? "" : " " + option.paramLabel()) + "` | "
                        + option.description()[0] + " |\n")
                .collect(Collectors.joining("", "| option | what it does |\n|---|---|\n", ""));
        assertThat(Files.readString(PAGE)).contains("\n\n" + table + "\n");
    }

    @Test
    void thePageHasTheExitCodes() throws IOException {
        String table = COMMANDS.getCommandSpec().usageMessage().exitCodeList().entrySet().stream()
                .map(code -> "| " + code.getKey() + " | " + code.getValue() + " |\n")
                .collect(Collectors.joining("", "| exit code | meaning |\n|---|---|\n", ""));
        assertThat(Files.readString(PAGE)).contains("\n\n" + table + "\n");
    }
}
