package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.parallel.Isolated;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.internal.inflight.UnownedCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

@Isolated // others close the table
@Tag("each-jdk")
final class PublishersTest {

    private final TestClock clock = new TestClock();

    private static List<Long> noted(UnownedCalls table) {
        List<Long> starts = new ArrayList<>();
        table.forEach((place, start) -> starts.add(start));
        return starts;
    }

    @Test
    void theReturnOfACallEndsItsNoteAndNoOther(TestInfo test) {
        assumeTrue(Runtime.version().feature() >= 19, "such calls are not noted before");
        Completions completions = new Completions(ProbeRecorder.named(test.getDisplayName()), Mode.ON, clock);
        Publishers publishers = new Publishers(completions, null);
        UnownedCalls table = UnownedCalls.tend();
        try {
            long outer = clock.now();
            long inner = clock.now() + 1;
            UnownedCalls.begin(outer);
            UnownedCalls.begin(inner);
            publishers.exit(inner, null, null);
            assertThat(noted(table)).containsExactly(outer);
            publishers.exit(SiteTargets.IGNORED, null, null);
            publishers.exit(SiteTargets.COUNT_ONLY, null, null);
            Publishers.plainExit(completions, SiteTargets.COUNT_ONLY, null, null);
            assertThat(noted(table)).containsExactly(outer);
            Publishers.plainExit(completions, outer, null, null);
            assertThat(noted(table)).isEmpty();
        } finally {
            UnownedCalls.close();
        }
    }
}
