package org.latencyprobes.agent.soak;

import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.latencyprobes.agent.backend.HttpStub;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.FakedClock;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * The faults of a soak, one after another, and the servers and the disk that they happen to. Root alone can have a disk of its own, which
 * may be full.
 */
final class SoakFaults implements AutoCloseable {

    static final List<String> NAMES = List.of(
            "none",
            "backends refuse",
            "disk full",
            "clock set",
            "hot swap",
            "backends silent",
            "redeployments",
            "visits");

    private final FakedClock clock;
    private final HttpStub otlp = new HttpStub();
    private final Path disk;
    private final boolean isDisk;
    private DatagramSocket statsd = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final int statsdPort = statsd.getLocalPort();
    private String present = NAMES.get(0);

    SoakFaults(Path folder, FakedClock clock) throws IOException {
        this.clock = clock;
        disk = Files.createDirectory(folder.resolve("disk"));
        isDisk = ran("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk.toString());
    }

    private static boolean ran(String... command) throws IOException {
        return new ProcessBuilder(command).start().onExit().join().exitValue() == 0;
    }

    /** All that can go somewhere on this machine goes there. */
    String options() {
        return "otlp.step=2s,otlp.readTimeout=5s,otlp.url=" + otlp.url()
                + ",statsd.pollingFrequency=1s,statsd.host=127.0.0.1,statsd.port="
                + statsdPort + ",prometheus.port=0,jmx=on,hlog.size=1m,hlog.files=5,hlog=" + disk
                + ",interval=10s,report="
                + disk.resolveSibling("report.txt")
                + ",causes=deep,slow=1ms,probes=..HotSwapped$Target#*;..SuccessiveLoaders$Page#*";
    }

    String present() {
        return present;
    }

    void begin(int number) throws IOException {
        present = NAMES.get(number % NAMES.size());
        switch (present) {
            case "backends refuse" -> {
                otlp.answers(500);
                statsd.close();
            }
            case "backends silent" -> otlp.isSilent(true);
            case "disk full" -> fill();
            case "clock set" -> clock.set("+3600");
            default -> {}
        }
    }

    private void fill() {
        try (OutputStream file = Files.newOutputStream(disk.resolve("filler"))) {
            while (isDisk) {
                file.write(new byte[1 << 10]);
            }
        } catch (IOException full) {
            return;
        }
    }

    /** Once a second or so. What an application does itself, the control does too. */
    void tick(RunningJvm agent, RunningJvm control, int second) {
        otlp.received().clear();
        switch (present) {
            case "hot swap" -> List.of(agent, control).forEach(jvm -> jvm.order("swap version " + second % 10));
            case "redeployments" -> List.of(agent, control).forEach(jvm -> jvm.order("redeploy 10"));
            case "visits" -> visit(AgentClient.to(agent));
            default -> {}
        }
    }

    private static void visit(AgentClient client) {
        for (String question : List.of("report", "slow", "stalls", "status", "probes", "in-flight", "snapshot")) {
            client.ask(question);
        }
        client.ask("probe", "..SoakLoad#request");
        client.ask("unprobe", "..SoakLoad#request");
    }

    void end() throws IOException {
        otlp.answers(200).isSilent(false);
        clock.set("+0");
        Files.deleteIfExists(disk.resolve("filler"));
        if (statsd.isClosed()) {
            statsd = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), statsdPort));
        }
    }

    @Override
    public void close() throws IOException {
        otlp.close();
        statsd.close();
        if (isDisk) {
            ran("umount", "-l", disk.toString());
        }
    }
}
