package org.latencyprobes.cli;

import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code explain}: says why methods are probed or not. */
final class ExplainCommand extends PidCommand {

    private final Supplier<String> pattern = value(parameter(String.class, "<Class#method>", "1")
            .description("A method, or any pattern.")
            .build());

    ExplainCommand() {
        super(
                "explain",
                "Say whether methods are probed, and why: which rule matched, or why none did.",
                "%nOnly loaded classes can be explained. For others, use dry-run on a jar.");
        examples("explain 4711 com.acme.OrderService#find", "explain 4711 'com.acme..*#find*' --json");
    }

    @Override
    Answer answer() throws UnreachableException {
        return ask(new Request.Explain(pattern(pattern.get()).toString()));
    }
}
