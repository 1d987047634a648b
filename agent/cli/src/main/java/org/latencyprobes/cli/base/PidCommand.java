package org.latencyprobes.cli.base;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;

/** A command whose first parameter is a JVM. */
public abstract class PidCommand extends JvmCommand {

    private final Supplier<String> jvm = value(parameter(String.class, "<jvm>", "0")
            .description("The JVM's process id; or its main class or jar, where no other JVM has it.")
            .build());

    protected PidCommand(String name, String header, String... description) {
        super(name, header, description);
    }

    protected final Answer ask(Request request) throws UnreachableException {
        return client().ask(request);
    }

    protected final AttachClient client() throws UnreachableException {
        return client(pid());
    }

    protected final long pid() throws UnreachableException {
        return jvm(jvm.get());
    }
}
