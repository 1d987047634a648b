package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.HostAndPort;
import org.latencyprobes.demo.fix.measure.Load;
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
                "Serves one engine for the command client, one session after the other, until it is interrupted or its"
                        + " input ends.")
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
        int cpu = jvm.pinServer() == null ? Load.Threads.NOT_PINNED : jvm.pinServer();
        Path scratch = ChildCommand.scratch();
        out.println("serving " + served.title() + " on " + java.label() + ", " + jvm.label());
        Process process = new ProcessBuilder(new ChildCommand(java, jvm.flags(), null, null)
                        .serving(served, HostAndPort.text(address), cpu, scratch))
                .inheritIO()
                .start();
        Thread hook = new Thread(() -> end(process, scratch));
        Runtime.getRuntime().addShutdownHook(hook);
        return process.waitFor();
    }

    private static void end(Process process, Path scratch) {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
        }
        ChildCommand.delete(scratch);
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
            return EngineList.one(engine);
        } catch (RuntimeException e) {
            throw Terminal.wrong(spec, "--engine", engine, e.getMessage());
        }
    }
}
