package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Starts the agent in a JVM. */
@Command(
        name = "attach",
        header = "Start the agent in a running JVM; change the options of one that is there.",
        description = {
            "%nLoaded classes are woven in batches, others as they load. An agent of another version is detached first.",
            "",
            "Options are those behind the jar's name after -javaagent, listed below, given as one argument or several. Quote them, for"
                    + " the shell's sake; a value that holds a comma stands in double quotes within. Paths in them are the JVM's,"
                    + " seen from its working directory."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar attach 4711",
            "  java -jar latency-probes-agent.jar attach 4711 'probes=com.acme..*Service#find*' hlog=/var/log/acme",
            "  java -jar latency-probes-agent.jar attach 4711 'probes=\"com.acme.Order#send(int,long);com.acme.Desk\"'"
        })
final class AttachCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Parameters(index = "1..*", paramLabel = "<option=value>", arity = "0..*", description = "Options of the agent.")
    private List<String> options;

    @Override
    Answer answer() throws UnreachableException {
        for (String option : options == null ? List.<String>of() : options) {
            if (option.indexOf('=') < 0) {
                throw wrong("\"" + option + "\" is not of the form option=value"
                        + (option.matches(".*[.#*].*") ? "; patterns are given as 'probes=" + option + "'" : ""));
            }
        }
        return errand(pid).attach(options == null ? "" : String.join(",", options));
    }
}
