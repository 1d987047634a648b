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
import org.latencyprobes.demo.common.ChildJvm;

/**
 * A server in a JVM of its own on this machine, started as this JVM was. It is told over a pipe when a run begins and ends, and ends
 * itself when the pipe does.
 */
final class ServerProcess implements Server {

    private static final long GRACE_MILLIS = 10_000;
    private static final long END_MILLIS = 1_000;

    private final Process process;
    private final BufferedReader answers;
    private final InetSocketAddress address;

    ServerProcess(Workload workload, Path scratch) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerMain.class.getName()));
        command.addAll(List.of(
                workload.engine(),
                "127.0.0.1:0",
                String.valueOf(workload.threads().serverCpu()),
                scratch.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        answers = process.inputReader(StandardCharsets.UTF_8);
        try {
            address = HostAndPort.parse(answer(ServerMain.LISTENING));
        } catch (IOException e) {
            throw new IOException("no server" + end(), e);
        }
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void begin() throws IOException {
        ask(ServerMain.BEGIN, ServerMain.BEGUN);
    }

    @Override
    public ResourceUsage cut() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(ask(ServerMain.CUT, ServerMain.USAGE).replace(ServerMain.LINE_END, '\n')));
        return ResourceUsage.get(properties, "");
    }

    private String ask(String command, String beginning) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8)
                .append(command)
                .append('\n')
                .flush();
        return answer(beginning);
    }

    /** Its next answer without its beginning. Whatever else it and its JVM print is for our log. */
    private String answer(String beginning) throws IOException {
        for (String line; (line = answers.readLine()) != null; System.out.println(line)) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw new IOException("no answer");
    }

    /** One that has broken a session by ending is gone in a moment; one that has not is not waited for long. */
    @Override
    public String end() {
        try {
            return process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)
                    ? "; the server's JVM ended: " + ChildJvm.reason(process.exitValue())
                    : "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
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
