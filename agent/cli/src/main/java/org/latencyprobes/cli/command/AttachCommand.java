package org.latencyprobes.cli.command;

import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.AgentOptionsHelp;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.base.YesOption;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code attach}: starts the agent in a JVM. */
final class AttachCommand extends PidCommand {

    private final Supplier<List<String>> options = value(words("<option=value>", "1..*", "0..*")
            .description("The agent's options.")
            .build());

    private final YesOption yes = new YesOption(this);

    AttachCommand() {
        super(
                "attach",
                "Start the agent in a running JVM.",
                "%nLoaded classes are woven in batches, other classes when they load. An agent of another version is detached first.",
                "",
                "The options are listed below. They are the same as after the jar's name in -javaagent. Give them as one argument or several. Quote"
                        + " them so that the shell does not change them. Put a value with a comma in double quotes. Relative paths start at"
                        + " the JVM's working directory.");
        AgentOptionsHelp.addTo(spec().usageMessage());
        examples(
                "attach 4711",
                "attach 4711 'probes=com.acme..*Service#find*' hlog=/var/log/acme",
                "attach 4711 'probes=\"com.acme.Order#send(int,long);com.acme.Desk\"'");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        String joined = joined(this, options.get());
        if (!joined.isEmpty() && Version.text().equals(client().agentVersion())) {
            return Answer.failed(
                    ExitCode.FAILED,
                    "an agent is in this JVM; to change its options: set " + pid() + " <option=value>");
        }
        return client().asking(yes).attach(joined);
    }

    /** Refuses what is no option. */
    static String joined(Subcommand command, List<String> options) {
        for (String option : options) {
            if (option.indexOf('=') < 0) {
                throw command.usageError("\"" + option + "\" is not of the form option=value"
                        + (option.matches(".*[.#*].*") ? "; patterns are given as 'probes=" + option + "'" : ""));
            }
        }
        return String.join(",", options);
    }
}
