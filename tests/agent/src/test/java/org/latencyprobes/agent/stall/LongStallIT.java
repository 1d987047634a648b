package org.latencyprobes.agent.stall;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
            jvm.jvm().await("a stop while a call is under way", () -> {
                StalledJvm.Stall stop = jvm.stop(MILLIS);
                return jvm.told().stream()
                                .anyMatch(stall -> stall.kind().equals("stopped") && stop.overlap(stall) > MOST_MILLIS)
                        && isToldSo(jvm);
            });
        }
    }

    /** Waits until calls of that length are explained; none may have been under way. */
    private static boolean isToldSo(StalledJvm jvm) {
        List<Map<String, String>> slow = new ArrayList<>();
        jvm.jvm().await("they are explained", () -> {
            slow.clear();
            jvm.client().ask("slow", "0").table("slow").stream()
                    .filter(row -> Double.parseDouble(row.get("durationus")) > MOST_MILLIS * 1_000)
                    .forEach(slow::add);
            return slow.stream().noneMatch(row -> row.get("cause").isEmpty());
        });
        return slow.stream().anyMatch(row -> row.get("cause").equals("paused"));
    }
}
