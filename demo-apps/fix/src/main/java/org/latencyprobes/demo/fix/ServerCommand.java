package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Engines;
import org.latencyprobes.demo.fix.measure.HostAndPort;
import org.latencyprobes.demo.fix.measure.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The server's side alone, until it is interrupted. */
@Command(
        name = "server",
        sortOptions = false,
        abbreviateSynopsis = true,
        description =
                "Serves one engine for the command client, one session after the other, until it is interrupted or"
                        + " terminated. Its input is not looked at.")
final class ServerCommand implements Callable<Integer> {

    private final PrintStream out;

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "<host:port>",
            description = "Where to listen; port 0 for any, which is then said.")
    private String listen;

    @Option(names = "--engine", required = true, paramLabel = "<name>", description = "The engine.")
    private String engine;

    @Mixin
    private JvmOptions jvm;

    @Option(names = "--help", usageHelp = true, description = "Show this and exit.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    ServerCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        InetSocketAddress address = address();
        Engine served = served();
        JavaRuntime java = Terminal.java(spec, "--java", jvm.java());
        int cpu = jvm.pinServer() == null ? Workload.Threads.NOT_PINNED : jvm.pinServer();
        ChildCommand command = new ChildCommand(java, jvm.flags(), null, null);
        out.println("serving " + served.title() + " on " + java.label() + ", " + jvm.label());
        try (ChildJvm child = new ChildJvm()) {
            child.start(scratch -> command.serving(served, HostAndPort.text(address), cpu, scratch), Redirect.INHERIT);
            return child.await();
        }
    }

    private InetSocketAddress address() {
        try {
            return HostAndPort.parse(listen);
        } catch (IllegalArgumentException e) {
            throw Terminal.wrong(spec, "--listen", listen, e.getMessage());
        }
    }

    private Engine served() {
        try {
            return Engines.named(engine);
        } catch (IllegalArgumentException e) {
            throw Terminal.wrong(spec, "--engine", engine, e.getMessage());
        }
    }
}
