package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.compatibility.fixture.CallSiteRecorder;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.objectweb.asm.ClassReader;

/** A Kafka broker with configured probes, under load: the probes count what Kafka's own metrics count. */
@Tag("full")
final class KafkaIT {

    private static final int PRODUCERS = 3;
    private static final int RECORDS_EACH = 5_000;

    /** A request has a batch for each of three partitions at most, and a batch nine records. */
    private static final int LEAST_REQUESTS = PRODUCERS * RECORDS_EACH / 27;

    private static final int FEW_RECORDS = 1_000;
    private static final String PROBES = "probes=kafka.server.KafkaApis#handle;"
            + " org.apache.kafka.storage.internals.log.UnifiedLog#appendAsLeader";

    private static final String MANY_PROBES = "limit=1000000,probes=kafka..*#*;"
            + " org.apache.kafka.storage..*#*; org.apache.kafka.storage..*#new; java.nio.file.Files#*";

    @TempDir
    private Path folder;

    @Test
    void countsEqualKafkasOwn() throws Exception {
        ForkedJvm broker = KafkaCluster.jvm().withAgent(PROBES);
        try (KafkaCluster cluster = KafkaCluster.start(folder, broker, "figures")) {
            cluster.load(PRODUCERS, RECORDS_EACH);
            JvmResult result = cluster.stop().expectExit(0);
            assertThat(result.number("messages")).isGreaterThanOrEqualTo(PRODUCERS * RECORDS_EACH);
            assertThat(result.number("requests")).isGreaterThan(LEAST_REQUESTS);
            assertThat(result.number("handled")).as("%s", result).isEqualTo(result.number("requests"));
            assertThat(result.number("appends")).isGreaterThan(LEAST_REQUESTS);
            assertThat(result.number("appended")).as("%s", result).isEqualTo(result.number("appends"));
        }
        Finding.KAFKA.holds("counts equal Kafka's own");
    }

    @Test
    @Tag("nightly")
    void explainSaysWhatIsInstalled() throws Exception {
        Path recorder = Jars.jar(
                folder.resolve("recorder.jar"),
                Map.of("Premain-Class", CallSiteRecorder.class.getName(), "Can-Retransform-Classes", "true"));
        ForkedJvm broker = KafkaCluster.jvm()
                .addClassPath(ForkedJvm.homeOf(ClassReader.class))
                .withAgent(MANY_PROBES)
                .flags("-javaagent:" + recorder);
        try (KafkaCluster cluster = KafkaCluster.start(folder, broker, "woven")) {
            cluster.load(1, FEW_RECORDS);
            JvmResult result = cluster.stop().expectExit(0);
            assertThat(result.number("classes")).isGreaterThan(5_000);
            assertThat(result.fact("failed")).isEqualTo("[]");
            assertThat(result.number("probed")).isGreaterThan(1_000);
            assertThat(result.fact("saidOnly")).as("%s", result).isEqualTo("0 []");
            assertThat(result.fact("installedOnly")).as("%s", result).isEqualTo("0 []");
        }
        Finding.KAFKA_EXPLAINED.holds("verdict and bytecode agree for every loaded class");
    }
}
