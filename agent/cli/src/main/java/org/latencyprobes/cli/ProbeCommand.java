package org.latencyprobes.cli;

import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code probe}: adds patterns. */
final class ProbeCommand extends PidCommand {

    private final Supplier<List<String>> patterns = value(words("<pattern>", "1..*", "1..*")
            .description("Which methods to probe, and the name and tags of their probes.")
            .build());

    private final Supplier<Boolean> future =
            flag("--future", "Accept patterns that match nothing yet, for classes that will be loaded later.");

    private final SummaryOption summary = new SummaryOption(this);

    ProbeCommand() {
        super(
                "probe",
                "Probe the methods that match a pattern, from now on.",
                "%nAdds all patterns or none. It adds none if one is malformed, matches more methods than the option"
                        + " limit allows, or matches nothing that can be probed. With --future a pattern may match nothing"
                        + " yet. What unprobe excluded is probed again. Quote patterns so that the shell does not change"
                        + " them. The grammar is in docs/select.md.",
                "",
                "  com.acme.Order#send           all methods with that name in that class",
                "  com.acme.Order#send(int,long) the method with these parameters",
                "  com.acme..*Service#find*      classes in a package and those below it, methods whose names begin so",
                "  com.acme.Order#send as \"x\"    with a name for the probe");
        examples(
                "probe 4711 'com.acme..*Service#find*'",
                "probe 4711 --future 'com.acme.plugin..*#run'",
                "probe 4711 'com.acme.Order#send(..) as \"send order\" tag venue=XETR'");
    }

    @Override
    Answer answer() throws UnreachableException {
        patterns.get().forEach(this::pattern);
        return summary.of(client().askAttaching(new Request.Probe(patterns.get(), future.get())));
    }
}
