package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.demo.common.DemoCommand;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.registry.Engines;
import org.latencyprobes.demo.fix.server.HostAndPort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that runs the server's side alone, until it is interrupted. */
@Command(
        name = "server",
        sortOptions = false,
        abbreviateSynopsis = true,
        description =
                "Serves one engine for the command client, one session after the other, until it is interrupted or"
                        + " terminated. Its input is ignored.")
final class ServerCommand extends DemoCommand {

    @Option(
            names = "--listen",
            required = true,
            paramLabel = "<host:port>",
            description = "Where to listen; port 0 for any free one, which is then printed.")
    private String listen;

    @Option(names = "--engine", required = true, paramLabel = "<name>", description = "The engine.")
    private String engine;

    @Mixin
    private JvmOptions jvm;

    ServerCommand(PrintStream out) {
        super(out);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        InetSocketAddress address = address();
        Engine served = served();
        JavaRuntime java = Terminal.java(spec(), "--java", jvm.java());
        EngineCommands commands = new EngineCommands(java, jvm.flags());
        out().println("serving " + served.title() + " on " + java.label() + ", " + jvm.label(spec(), java));
        try (ChildJvm child = new ChildJvm()) {
            child.start(
                    scratch -> commands.serving(served, HostAndPort.text(address), jvm.pinServer(), scratch),
                    Redirect.INHERIT);
            return child.await();
        }
    }

    private InetSocketAddress address() {
        try {
            return HostAndPort.parse(listen);
        } catch (IllegalArgumentException e) {
            throw Terminal.wrong(spec(), "--listen", listen, e.getMessage());
        }
    }

    private Engine served() {
        try {
            return Engines.named(engine);
        } catch (IllegalArgumentException e) {
            throw Terminal.wrong(spec(), "--engine", engine, e.getMessage());
        }
    }
}
