package org.latencyprobes.demo.fix.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.latencyprobes.demo.common.ChildJvm;
import org.latencyprobes.demo.common.RecordProperties;
import org.latencyprobes.demo.fix.jvm.ResourceUsage;

/**
 * A server in a JVM of its own on this machine, started as this JVM was. A pipe tells it when a run begins and ends; it ends when the pipe
 * does.
 */
public final class ServerJvm implements Server {

    private static final long END_MILLIS = 5_000;

    private final ChildJvm child;
    private final BufferedReader answers;
    private final InetSocketAddress address;

    /**
     * Starts it, and waits until it listens.
     *
     * @param cpus those that its threads are pinned to, or nothing
     */
    public ServerJvm(String engine, String cpus, Path scratch) throws IOException {
        child = new ChildJvm(scratch);
        child.startDialogue(own -> command(engine, cpus, own));
        answers = child.reader();
        try {
            address = HostAndPort.parse(answer(ServerMain.LISTENING));
        } catch (IOException e) {
            String end = end();
            child.close();
            throw new IOException("no server" + end, e);
        }
    }

    private static List<String> command(String engine, String cpus, Path scratch) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServerMain.class.getName()));
        command.addAll(List.of(engine, "127.0.0.1:0", cpus, scratch.toString()));
        return command;
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
    public ResourceUsage usage() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(ask(ServerMain.USAGE, ServerMain.USED).replace(ServerMain.LINE_END, '\n')));
        return RecordProperties.to(ResourceUsage.class, properties);
    }

    private String ask(String command, String beginning) throws IOException {
        child.writer().append(command).append('\n').flush();
        return answer(beginning);
    }

    /** Returns its next answer without the beginning. All else that it prints goes to the log. */
    private String answer(String beginning) throws IOException {
        for (String line; (line = answers.readLine()) != null; System.out.println(line)) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw new IOException("no answer");
    }

    /** Waits a moment: a server that has broken a session by ending needs no longer. */
    @Override
    public String end() {
        try {
            int exitCode = child.await(END_MILLIS, passedMillis -> {});
            return exitCode == ChildJvm.ENDED_BY_RUNNER ? "" : "; the server's JVM ended: " + ChildJvm.reason(exitCode);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
