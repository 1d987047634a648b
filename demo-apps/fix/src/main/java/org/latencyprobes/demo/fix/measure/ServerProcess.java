package org.latencyprobes.demo.fix.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * A server in a JVM of its own on this machine, started as this JVM was. It is told over a pipe when a run begins and ends, and ends
 * itself when the pipe does.
 */
final class ServerProcess implements Peer {

    private static final long GRACE_MILLIS = 10_000;

    private final Process process;
    private final BufferedReader answers;
    private final InetSocketAddress address;

    ServerProcess(Load load, Path scratch) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerMain.class.getName()));
        command.addAll(List.of(
                load.engine(), "127.0.0.1:0", String.valueOf(load.threads().serverCpu()), scratch.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        answers = process.inputReader(StandardCharsets.UTF_8);
        String line = answers.readLine();
        if (line == null || !line.startsWith(ServerMain.LISTENING)) {
            close();
            throw new IOException("the server's JVM did not start: " + line);
        }
        address = HostAndPort.parse(line.substring(ServerMain.LISTENING.length()));
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void begin() throws IOException {
        ask(ServerMain.BEGIN);
    }

    @Override
    public SideFigures cut() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(ask(ServerMain.CUT).replace(ServerMain.LINE_END, '\n')));
        return SideFigures.get(properties, "");
    }

    private String ask(String command) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8)
                .append(command)
                .append('\n')
                .flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the server's JVM has ended");
        }
        return answer;
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
