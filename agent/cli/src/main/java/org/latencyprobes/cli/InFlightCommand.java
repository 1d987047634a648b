package org.latencyprobes.cli;

import java.time.Duration;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code in-flight}: lists calls that have not ended. */
final class InFlightCommand extends PidCommand {

    private final Supplier<Duration> least = value(option(Duration.class, "<duration>", "--longer-than")
            .converters(new DurationConverter.OfCalls())
            .defaultValue("10ms")
            .description("Only calls that began so long ago, or longer. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<Integer> top = value(option(Integer.class, "<n>", "--top")
            .defaultValue("20")
            .description("At most that many calls. Default: ${DEFAULT-VALUE}.")
            .build());

    private final Supplier<Integer> stacks = value(option(Integer.class, "<n>", "--stacks")
            .defaultValue("1")
            .description("The stacks of so many of them. Default: ${DEFAULT-VALUE}.")
            .build());

    InFlightCommand() {
        super(
                "in-flight",
                "List calls that have not ended: for how long, on which thread, and where the oldest is.",
                "%nA call that does not return is in no histogram. This lists the threads that are in a probed",
                "method, the longest first, and the stack of the first. Each thread's outermost call counts.",
                "Left out are virtual threads, calls that complete later, calls of probes that are off or",
                "counted, and calls that began before their method was probed.");
        examples("in-flight 4711", "in-flight 4711 --longer-than 1s --stacks 5 --json");
    }

    @Override
    Answer answer() throws UnreachableException {
        requireAtLeast("--top", top.get(), 1);
        requireAtLeast("--stacks", stacks.get(), 0);
        return ask(new Request.InFlight(least.get().toNanos(), top.get(), stacks.get()));
    }
}
