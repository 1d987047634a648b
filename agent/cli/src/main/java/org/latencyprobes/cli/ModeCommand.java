package org.latencyprobes.cli;

import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code mode}: switches probes on and off. */
@Command(
        name = "mode",
        header = "Switch one probe or all probes on or off.",
        description = {"%nA probe that is off times nothing and costs almost nothing. Its methods stay woven."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar mode 4711 OrderService.find off",
            "  java -jar latency-probes-agent.jar mode 4711 '*' on"
        })
final class ModeCommand extends PidCommand {

    @Parameters(index = "1", paramLabel = "<probe|*>", description = "The probe's name, or * for all.")
    private String probe;

    @Parameters(index = "2", paramLabel = "on|off", description = "The new mode.")
    private String mode;

    @Override
    Answer answer() throws UnreachableException {
        if (!mode.equals("on") && !mode.equals("off")) {
            throw usageError("mode \"" + mode + "\" is not allowed; it takes on or off");
        }
        return ask("mode", mode, probe);
    }
}
