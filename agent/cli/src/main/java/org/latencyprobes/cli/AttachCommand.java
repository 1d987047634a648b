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
            "Options are those behind the jar's name after -javaagent (docs/options.md), given as one argument or several. Paths in them are the JVM's, seen from its working directory."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar attach 4711",
            "  java -jar latency-probes-agent.jar attach 4711 'probes=com.acme..*Service#find*' hlog=/var/log/acme"
        })
final class AttachCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Parameters(index = "1..*", paramLabel = "<option=value>", arity = "0..*", description = "Options of the agent.")
    private List<String> options;

    @Override
    Answer answer() throws UnreachableException {
        return errand(pid).attach(options == null ? "" : String.join(",", options));
    }
}
