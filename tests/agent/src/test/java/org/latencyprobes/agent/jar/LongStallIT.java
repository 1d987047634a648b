package org.latencyprobes.agent.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.SlowCallsOnRequest;
import org.latencyprobes.agent.kit.ForkedJvm;

/** A test of a stall that is longer than slow calls wait for their explanation. */
@Tag("each-jdk")
@EnabledOnOs(OS.LINUX)
@Tag("full")
final class LongStallIT {

    private static final long MILLIS = 6_000;
    private static final double MOST_MILLIS = 0.9 * MILLIS;

    @TempDir
    private Path folder;

    @Test
    void callsOfAStopOfSixSecondsAreToldSo() throws IOException, InterruptedException {
        try (StalledJvm jvm = new StalledJvm(folder, 1_000, ForkedJvm.of(SlowCallsOnRequest.class))) {
            jvm.client().ask("attach", "slow=3ms");
            StalledJvm.Stall stop = jvm.stop(MILLIS);
            jvm.jvm()
                    .await(
                            "the call is explained",
                            () -> slow(jvm).stream()
                                    .anyMatch(row -> !row.get("cause").isEmpty()));
            assertThat(slow(jvm)).anySatisfy(row -> assertThat(row).containsEntry("cause", "stopped"));
            assertThat(jvm.told())
                    .filteredOn(stall -> stall.kind().equals("stopped"))
                    .anySatisfy(stall -> assertThat(stop.overlap(stall)).isGreaterThan(MOST_MILLIS));
        }
    }

    private static List<Map<String, String>> slow(StalledJvm jvm) {
        return jvm.client().ask("slow", "0").table("slow").stream()
                .filter(row -> Double.parseDouble(row.get("durationus")) > MOST_MILLIS * 1_000)
                .toList();
    }
}
