package org.latencyprobes.cli;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code probe}: adds patterns. */
@Command(
        name = "probe",
        header = "Probe the methods that match a pattern, from now on.",
        description = {
            "%nAdds all patterns or none. It adds none if one is malformed, matches more methods than the option limit allows, or matches nothing"
                    + " that can be probed. With --future a pattern may match nothing yet. What unprobe excluded is probed again. Quote"
                    + " patterns so that the shell does not change them. The grammar is in docs/patterns.md.",
            "",
            "  com.acme.Order#send           all methods with that name in that class",
            "  com.acme.Order#send(int,long) the method with these parameters",
            "  com.acme..*Service#find*      classes in a package and those below it, methods whose names begin so",
            "  com.acme.Order#send as \"x\"    with a name for the probe"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar probe 4711 'com.acme..*Service#find*'",
            "  java -jar latency-probes-agent.jar probe 4711 --future 'com.acme.plugin..*#run'",
            "  java -jar latency-probes-agent.jar probe 4711 'com.acme.Order#send(..) as \"send order\" tag venue=XETR'"
        })
final class ProbeCommand extends PidCommand {

    @Parameters(
            index = "1..*",
            paramLabel = "<pattern>",
            arity = "1..*",
            description = "Which methods to probe, and the name and tags of their probes.")
    private List<String> patterns;

    @Option(
            names = "--future",
            description = "Accept patterns that match nothing yet, for classes that will be loaded later.")
    private boolean future;

    @Mixin
    private SummaryOption summary;

    @Override
    Answer answer() throws UnreachableException {
        patterns.forEach(this::pattern);
        List<String> arguments = new ArrayList<>(patterns);
        if (future) {
            arguments.add(0, "--future");
        }
        return summary.of(ask("probe", arguments.toArray(String[]::new)));
    }
}
