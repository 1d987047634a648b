package org.latencyprobes.cli.command;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code mark}: sets a bookmark. */
final class MarkCommand extends PidCommand {

    private final Supplier<String> name = value(parameter(String.class, "<name>", "1")
            .description("The bookmark's name: any but start and last.")
            .build());

    MarkCommand() {
        super(
                "mark",
                "Set a bookmark at this moment, to report from it later.",
                "%nA bookmark of the same name is moved.");
        examples("mark 4711 before-deploy", "report 4711 --since before-deploy");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        return ask(new Request.Mark(name.get()));
    }
}
