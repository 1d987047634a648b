package org.latencyprobes.cli.base;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.jvm.NamedJvm;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The answer to a wrong command line: what is wrong, what may have been meant, and which help to read. */
public final class UsageError {

    private UsageError() {}

    public static Answer answer(ParameterException e, String... words) {
        Answer answer = NamedJvm.isPid(words[0])
                ? Answer.failed(ExitCode.USAGE, withoutCommand(e.getCommandLine(), words[0]))
                : e instanceof UnmatchedArgumentException unmatched
                        ? unmatched(unmatched)
                        : Answer.failed(ExitCode.USAGE, message(e));
        return answer.say("help: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    }

    private static String message(ParameterException e) {
        if (e instanceof MissingParameterException && e.getMessage().contains("<jvm>")) {
            return "a JVM is missing: its process id or main class; the command list shows those there are";
        }
        if (e instanceof MissingParameterException && e.getMessage().contains("<jvm|jfr>")) {
            return "a JVM or a recording (.jfr) is missing; the command list shows the JVMs there are";
        }
        if (e instanceof MissingParameterException && e.getMessage().contains("<jvm|log>")) {
            return "a JVM or a log is missing; the command list shows the JVMs there are";
        }
        return e.getMessage()
                .replaceFirst(
                        "^Invalid value for (positional parameter at index \\d+ \\(<.*?>\\)|option '-o' \\(.*?\\)): ",
                        "");
    }

    private static Answer unmatched(UnmatchedArgumentException e) {
        String first = e.getUnmatched().get(0);
        CommandLine command = e.getCommandLine();
        if (e.isUnknownOption()) {
            List<String> options =
                    new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
            options.removeIf(option -> !option.startsWith("--")); // any letter is near the others
            return unknown("option", first, NearestName.end(first.replaceFirst("=.*", ""), options));
        }
        return command.getParent() == null
                ? unknown(
                        "command",
                        first,
                        NearestName.end(first, command.getSubcommands().keySet()))
                : Answer.failed(ExitCode.USAGE, "\"" + first + "\" is one argument too many");
    }

    private static Answer unknown(String what, String written, String end) {
        return Answer.failed(ExitCode.USAGE, "unknown " + what + " \"" + written + '"' + end);
    }

    private static String withoutCommand(CommandLine command, String pid) {
        return command.getParent() != null
                ? "the command stands before the process id: " + command.getCommandName() + ' ' + pid
                : "the process id " + pid + " needs a command before it: attach " + pid
                        + " starts the agent there, probes " + pid + " shows what it measures, status " + pid
                        + " how it is";
    }
}
