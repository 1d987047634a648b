package org.latencyprobes.cli.command;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.base.YesOption;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code unprobe}: removes patterns and excludes methods. */
final class UnprobeCommand extends PidCommand {

    private final Supplier<String> patternOrProbe = value(parameter(String.class, "<pattern|probe>", "1")
            .description("A pattern, or a probe's name.")
            .build());

    private final Supplier<Boolean> summary = summary();

    private final YesOption yes = new YesOption(this);

    UnprobeCommand() {
        super(
                "unprobe",
                "Remove a pattern, or stop probing what matches it.",
                "%nRemoves a pattern that was added or configured. Anything else, the name of a probe or a pattern, is excluded as long as the agent"
                        + " stays, or until probe names the same methods. status lists the exclusions.");
        examples("unprobe 4711 'com.acme..*Service#find*'", "unprobe 4711 OrderService.findAll");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        return client().asking(yes).ask(new Request.Unprobe(patternOrProbe.get(), summary.get()));
    }
}
