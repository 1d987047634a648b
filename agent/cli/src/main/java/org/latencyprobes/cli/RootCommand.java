package org.latencyprobes.cli;

import picocli.CommandLine.Command;

/** The root of the command line with all commands. */
@Command(
        subcommands = {
            ListCommand.class,
            AttachCommand.class,
            ProbesCommand.class,
            ProbeCommand.class,
            UnprobeCommand.class,
            ModeCommand.class,
            ReportCommand.class,
            TopCommand.class,
            StallsCommand.class,
            SlowCommand.class,
            InFlightCommand.class,
            TailCommand.class,
            UiCommand.class,
            MarkCommand.class,
            ExplainCommand.class,
            DryRunCommand.class,
            StatusCommand.class,
            DetachCommand.class,
            MergeCommand.class,
            CompareCommand.class,
            GateCommand.class,
            BackendCommand.class,
            CompletionCommand.class
        })
final class RootCommand extends Root {

    RootCommand(Console console) {
        super(console);
    }
}
