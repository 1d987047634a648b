package org.latencyprobes.cli;

import java.util.function.Supplier;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.jvm.UnreachableException;

/** The command {@code mode}: says which calls of probes are timed. */
final class ModeCommand extends PidCommand {

    private final Supplier<String> probe = value(parameter(String.class, "<probe|*>", "1")
            .description("The probe's name, or * for all.")
            .build());

    private final Supplier<String> mode = value(parameter(String.class, "<mode>", "2")
            .description("The new mode: on, sampled(1/n), counted or off.")
            .build());

    ModeCommand() {
        super(
                "mode",
                "Time all calls of a probe, some, or none.",
                "%nA probe that is sampled counts every call and times a random one of n. One that is counted counts every call and times"
                        + " none. One that is off does neither and costs almost nothing. Its methods stay woven.",
                "%nThe option budget leaves a probe alone that was given a mode by its name, until all are given one.",
                "%nWithout quotes a shell takes sampled:16 for sampled(1/16).");
        examples("mode 4711 OrderService.find off", "mode 4711 OrderService.find sampled:16", "mode 4711 '*' on");
    }

    @Override
    Answer answer() throws UnreachableException {
        if (Mode.named(mode.get()) == null) {
            throw usageError("mode \"" + mode.get() + "\" is not allowed; it takes " + Mode.ALLOWED);
        }
        return ask(new Request.Mode(mode.get(), probe.get()));
    }
}
