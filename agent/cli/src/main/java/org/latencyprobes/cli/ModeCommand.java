package org.latencyprobes.cli;

import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Switches probes. */
@Command(
        name = "mode",
        header = "Switch a probe on or off, or all of them.",
        description = {"%nA probe that is off times nothing and costs next to nothing; it stays woven."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar latency-probes-agent.jar mode 4711 OrderService.find off",
            "  java -jar latency-probes-agent.jar mode 4711 '*' on"
        })
final class ModeCommand extends JvmCommand {

    @Parameters(index = "0", paramLabel = "<pid>", converter = Pid.class, description = "The JVM's process id.")
    private long pid;

    @Parameters(index = "1", paramLabel = "<probe|*>", description = "The probe's name, or * for all.")
    private String probe;

    @Parameters(index = "2", paramLabel = "on|off", description = "What it shall be.")
    private String mode;

    @Override
    Answer answer() throws UnreachableException {
        if (!mode.equals("on") && !mode.equals("off")) {
            throw wrong("mode \"" + mode + "\" is not allowed; it takes on or off");
        }
        return ask(pid, "mode", List.of(mode, probe));
    }
}
