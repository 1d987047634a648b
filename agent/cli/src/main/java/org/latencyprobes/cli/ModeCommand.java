package org.latencyprobes.cli;

import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code mode}: says which calls of probes are timed. */
@Command(
        name = "mode",
        header = "Time all calls of a probe, some, or none.",
        description = {
            "%nA probe that is sampled counts every call and times a random one of n. One that is counted counts every call and times"
                    + " none. One that is off does neither and costs almost nothing. Its methods stay woven.",
            "%nThe option budget leaves a probe alone that was given a mode by its name, until all are given one.",
            "%nWithout quotes a shell takes sampled:16 for sampled(1/16)."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar mode 4711 OrderService.find off",
            "  java -jar latency-probes-agent.jar mode 4711 OrderService.find sampled:16",
            "  java -jar latency-probes-agent.jar mode 4711 '*' on"
        })
final class ModeCommand extends PidCommand {

    @Parameters(index = "1", paramLabel = "<probe|*>", description = "The probe's name, or * for all.")
    private String probe;

    @Parameters(index = "2", paramLabel = "<mode>", description = "The new mode: on, sampled(1/n), counted or off.")
    private String mode;

    @Override
    Answer answer() throws UnreachableException {
        if (Mode.named(mode) == null) {
            throw usageError("mode \"" + mode + "\" is not allowed; it takes " + Mode.ALLOWED);
        }
        return ask("mode", mode, probe);
    }
}
