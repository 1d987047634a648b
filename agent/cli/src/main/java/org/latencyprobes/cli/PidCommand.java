package org.latencyprobes.cli;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;

/** A command whose first parameter is a JVM. */
abstract class PidCommand extends JvmCommand {

    private final Supplier<String> jvm = value(parameter(String.class, "<jvm>", "0")
            .description("The JVM's process id; or its main class or jar, where no other JVM has it.")
            .build());

    PidCommand(String name, String header, String... description) {
        super(name, header, description);
    }

    final Answer ask(Request request) throws UnreachableException {
        return client().ask(request);
    }

    final AttachClient client() throws UnreachableException {
        return client(pid());
    }

    final long pid() throws UnreachableException {
        return jvm(jvm.get());
    }
}
