package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.fixture.CallsOnRequest;

/** Tests of what a wait that fails says: of a run elsewhere that may be all there is. */
@Tag("full")
@Tag("each-jdk")
final class RunningJvmIT {

    @Test
    void aWaitThatFailsSaysWhatWasPrintedLastAndWhatTheAgentsThreadsDo() {
        try (RunningJvm jvm = ForkedJvm.of(CallsOnRequest.class)
                .quick()
                .withAgent("report=off,prometheus.port=0")
                .start()
                .awaitText("ready")
                .awaitText("/metrics")) {
            assertThatThrownBy(() -> jvm.await("what never comes", () -> false, Duration.ofMillis(100)))
                    .hasMessageContaining("what never comes")
                    .hasMessageContaining("\nIt printed last: latency-probes: backend prometheus: http://")
                    .message()
                    .containsPattern("\nIts threads: .*latency-probes-\\S+ [A-Z_]+: (\\S+ < )+\\w+\\.\\w+:\\d+");
            assertThatThrownBy(() -> jvm.await("a file", () -> {
                        throw new UncheckedIOException(new IOException("no such file"));
                    }))
                    .hasMessageContaining("no such file")
                    .hasMessageContaining("\nIt printed last: latency-probes: backend prometheus: http://");
            jvm.kill();
            assertThatThrownBy(() -> jvm.await("its last words", () -> false))
                    .hasMessageContaining("ended before: its last words")
                    .hasMessageContaining("\nIts threads: it has ended with 137");
        }
    }
}
