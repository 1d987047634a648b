package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Adds patterns. */
@Command(
        name = "probe",
        header = "Probe the methods that match a pattern, from now on.",
        description = {
            "%nAll patterns are taken, or none if one is malformed or matches more methods than the option limit allows. Quote them, for the shell's sake. The grammar: docs/patterns.md."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar probe 4711 'com.acme..*Service#find*'",
            "  java -jar latency-probes-agent.jar probe 4711 'com.acme.Order#send(..) as \"send order\" tag venue=XETR'"
        })
final class ProbeCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Parameters(
            index = "1..*",
            paramLabel = "<pattern>",
            arity = "1..*",
            description = "Which methods, and the name and tags of their probes.")
    private List<String> patterns;

    @Override
    Answer answer() throws UnreachableException {
        patterns.forEach(this::pattern);
        return ask(pid, "probe", patterns);
    }
}
