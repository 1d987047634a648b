package org.latencyprobes.cli.command;

import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.base.YesOption;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code set}: changes options of an agent that is there. */
final class SetCommand extends PidCommand {

    private final Supplier<List<String>> options = value(words("<option=value>", "1..*", "1..*")
            .description("What changes. All other options stay.")
            .build());

    private final YesOption yes = new YesOption(this);

    SetCommand() {
        super(
                "set",
                "Change options of the agent in a JVM.",
                "%nAll of them change, or none where one is wrong. The options are those of attach; its help lists them.");
        examples("set 4711 limit=5000", "set 4711 slow=10ms hlog=/var/log/acme");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        return client().asking(yes).ask(new Request.Attach(AttachCommand.joined(this, options.get())));
    }
}
