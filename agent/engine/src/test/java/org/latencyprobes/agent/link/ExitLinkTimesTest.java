package org.latencyprobes.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.clock.TestClock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.probe.ProbeRecorder;

final class ExitLinkTimesTest {

    /** As where the counter steps back a little. */
    @Test
    void aCallAfterTheLinkingWaitsForNoLock() throws InterruptedException {
        TestClock clock = new TestClock();
        ExitLinkTimes linkTimes = new ExitLinkTimes(clock);
        linkTimes.linked(clock.now());
        long startTicks = clock.now() + 1_000;
        ProbeRecorder probe = ProbeRecorder.unregistered("p");
        Thread caller = new Thread(() -> linkTimes.record(probe, startTicks, startTicks - 1, Outcome.OK));
        synchronized (linkTimes) {
            caller.start();
            caller.join(TimeUnit.MINUTES.toMillis(5));
            assertThat(caller.isAlive()).isFalse();
        }
    }
}
