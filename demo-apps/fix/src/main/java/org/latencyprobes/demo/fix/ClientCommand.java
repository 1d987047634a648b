package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.latencyprobes.demo.common.DemoCommand;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.comparison.Schedule;
import org.latencyprobes.demo.fix.server.HostAndPort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that runs the client's side alone, against a server that runs elsewhere. */
@Command(
        name = "client",
        sortOptions = false,
        abbreviateSynopsis = true,
        description =
                "Measures one engine against a server that was started with the command server, on another host perhaps."
                        + " Garbage, stages and CPU of the server are not measured.")
final class ClientCommand extends DemoCommand {

    @Option(names = "--connect", required = true, paramLabel = "<host:port>", description = "Where the server listens.")
    private String connect;

    @Mixin
    private FixOptions options;

    ClientCommand(PrintStream out) {
        super(out);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            HostAndPort.parse(connect);
        } catch (IllegalArgumentException e) {
            throw Terminal.wrong(spec(), "--connect", connect, e.getMessage());
        }
        Schedule schedule = options.schedule(connect);
        List<String> engines = schedule.cells().stream()
                .map(cell -> cell.engine().name())
                .distinct()
                .toList();
        if (engines.size() != 1) {
            throw Terminal.wrong(
                    spec(), "--engines", engines, "it takes the one engine that the server was started with");
        }
        return FixMeasurements.run(this, options, schedule);
    }
}
