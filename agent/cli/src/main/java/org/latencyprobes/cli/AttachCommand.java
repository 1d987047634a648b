package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code attach}: starts the agent in a JVM. */
@Command(
        name = "attach",
        header = "Start the agent in a running JVM, or change the options of a running agent.",
        description = {
            "%nLoaded classes are woven in batches, other classes when they load. An agent of another version is detached first.",
            "",
            "The options are listed below. They are the same as after the jar's name in -javaagent. Give them as one argument or several. Quote"
                    + " them so that the shell does not change them. Put a value with a comma in double quotes. Relative paths start at"
                    + " the JVM's working directory."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar attach 4711",
            "  java -jar latency-probes-agent.jar attach 4711 'probes=com.acme..*Service#find*' hlog=/var/log/acme",
            "  java -jar latency-probes-agent.jar attach 4711 'probes=\"com.acme.Order#send(int,long);com.acme.Desk\"'"
        })
final class AttachCommand extends PidCommand {

    @Parameters(index = "1..*", paramLabel = "<option=value>", arity = "0..*", description = "The agent's options.")
    private List<String> options;

    @Override
    Answer answer() throws UnreachableException {
        for (String option : options == null ? List.<String>of() : options) {
            if (option.indexOf('=') < 0) {
                throw usageError("\"" + option + "\" is not of the form option=value"
                        + (option.matches(".*[.#*].*") ? "; patterns are given as 'probes=" + option + "'" : ""));
            }
        }
        return client().attach(options == null ? "" : String.join(",", options));
    }
}
