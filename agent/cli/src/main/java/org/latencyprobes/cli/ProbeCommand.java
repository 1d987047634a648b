package org.latencyprobes.cli;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds patterns. */
@Command(
        name = "probe",
        header = "Probe the methods that match a pattern, from now on.",
        description = {
            "%nAll patterns are taken, or none if one is malformed, matches more methods than the option limit allows, or nothing that can be"
                    + " probed. The last is not asked for with --future. What unprobe excluded is probed again. Quote patterns, for the"
                    + " shell's sake. The grammar: docs/patterns.md.",
            "",
            "  com.acme.Order#send           all methods of that name of that class",
            "  com.acme.Order#send(int,long) the one with these parameters",
            "  com.acme..*Service#find*      classes in a package and those below, methods by how they begin",
            "  com.acme.Order#send as \"x\"    with a name for the probe"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar probe 4711 'com.acme..*Service#find*'",
            "  java -jar latency-probes-agent.jar probe 4711 --future 'com.acme.plugin..*#run'",
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

    @Option(
            names = "--future",
            description = "Take patterns also that match nothing yet, for classes that are yet to be loaded.")
    private boolean future;

    @Mixin
    private Summary summary;

    @Override
    Answer answer() throws UnreachableException {
        patterns.forEach(this::pattern);
        List<String> arguments = new ArrayList<>(patterns);
        if (future) {
            arguments.add(0, "--future");
        }
        return summary.of(ask(pid, "probe", arguments));
    }
}
