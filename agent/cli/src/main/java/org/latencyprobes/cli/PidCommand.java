package org.latencyprobes.cli;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;

/** A command whose first parameter is the process id of a JVM. */
abstract class PidCommand extends JvmCommand {

    private final Supplier<Long> pid = value(parameter(Long.class, "<pid>", "0")
            .converters(new PidConverter())
            .description("The JVM's process id.")
            .build());

    PidCommand(String name, String header, String... description) {
        super(name, header, description);
    }

    final Answer ask(Request request) throws UnreachableException {
        return client().ask(request);
    }

    final AttachClient client() {
        return client(pid.get());
    }
}
