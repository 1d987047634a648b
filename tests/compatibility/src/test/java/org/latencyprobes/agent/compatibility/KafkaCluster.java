package org.latencyprobes.agent.compatibility;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.compatibility.fixture.KafkaBroker;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.Ports;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.probe.LatencyProbe;

/** A controller and a broker, each in a JVM of its own, so that all requests that the broker counts are a broker's. */
final class KafkaCluster implements AutoCloseable {

    private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    private final Path folder;
    private final int controllerPort = Ports.free();
    private final int brokerPort = Ports.free();
    private final RunningJvm controller;
    private final RunningJvm broker;

    private KafkaCluster(Path folder, ForkedJvm brokerJvm, String print) throws IOException {
        this.folder = folder;
        controller = jvm().arguments(properties("controller", 1, "CONTROLLER", controllerPort), "nothing")
                .start();
        broker = brokerJvm
                .arguments(properties("broker", 2, "PLAINTEXT", brokerPort), print)
                .start();
    }

    /** Starts one whose broker is this JVM and prints that at its end. */
    static KafkaCluster start(Path folder, ForkedJvm brokerJvm, String print) throws IOException {
        return new KafkaCluster(folder, brokerJvm, print);
    }

    /** A JVM that can be a broker. */
    static ForkedJvm jvm() {
        return ForkedJvm.of(KafkaBroker.class.getName())
                .quick()
                .classPath(Environment.classPath("kafka"))
                .addClassPath(
                        ForkedJvm.homeOf(LatencyProbe.class),
                        ForkedJvm.homeOf(Histogram.class),
                        ForkedJvm.homeOf(KafkaBroker.class))
                .flags("-Xmx512m", "-Dlog4j2.level=ERROR");
    }

    private Path properties(String role, int node, String listener, int port) throws IOException {
        List<String> lines = List.of(
                "process.roles=" + role,
                "node.id=" + node,
                "controller.quorum.voters=1@" + HOST + ":" + controllerPort,
                "controller.listener.names=CONTROLLER",
                "listeners=" + listener + "://" + HOST + ":" + port,
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                "log.dirs=" + folder.resolve(role),
                "offsets.topic.num.partitions=1",
                "offsets.topic.replication.factor=1",
                "group.initial.rebalance.delay.ms=0",
                // a machine that is busy must not make the controller give the broker up, nor the broker the controller
                "broker.session.timeout.ms=120000",
                "controller.quorum.fetch.timeout.ms=60000",
                "controller.quorum.request.timeout.ms=60000");
        return Files.write(folder.resolve(role + ".properties"), lines);
    }

    /** Puts it under load; fails with what the broker said. */
    void load(int producers, int recordsEach) throws InterruptedException {
        try {
            new KafkaLoad(HOST + ":" + brokerPort).run(producers, recordsEach);
        } catch (RuntimeException e) {
            throw new AssertionError("broker: " + broker.kill() + "controller: " + controller.kill(), e);
        }
    }

    /** Stops both in good order; what came of the broker. */
    JvmResult stop() {
        JvmResult result = broker.tellToEnd();
        controller.tellToEnd();
        return result;
    }

    @Override
    public void close() {
        broker.close();
        controller.close();
    }
}
