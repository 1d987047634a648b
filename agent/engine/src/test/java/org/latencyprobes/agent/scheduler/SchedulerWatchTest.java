package org.latencyprobes.agent.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Tag("each-jdk")
final class SchedulerWatchTest {

    @Test
    @EnabledForJreRange(max = JRE.JAVA_23, disabledReason = "JDK 24 and later show the queue")
    void nothingIsKnownWhereTheJdkDoesNotShowTheQueue() {
        SchedulerWatch watch = new SchedulerWatch();
        watch.tend();
        assertThat(watch.counts()).isNull();
    }

    @Test
    @EnabledForJreRange(minVersion = 24, disabledReason = "earlier JDKs do not show the queue")
    void samplesTheQueueButNotAtEachCall() {
        SchedulerWatch watch = new SchedulerWatch();
        watch.tend();
        watch.tend();
        assertThat(watch.counts().samples()).isBetween(1L, 2L);
        assertThat(watch.counts().waiting()).isZero();
    }
}
