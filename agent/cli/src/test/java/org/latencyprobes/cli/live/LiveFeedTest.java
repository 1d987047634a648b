package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class LiveFeedTest {

    private final SnapshotSource agent = new SnapshotSource();
    private final LiveModel model = new LiveModel();
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void anyFailureIsSaidAndTheNextAnswerIsTaken() {
        LiveFeed.Agent failing = request -> {
            if (asked.getAndIncrement() < 3) {
                throw new IllegalStateException("broken " + asked);
            }
            return agent.answer(request);
        };
        StringBuffer problems = new StringBuffer();
        try (LiveFeed feed = new LiveFeed(
                model,
                failing,
                Duration.ofMillis(1),
                () -> problems.append(model.view().problem()))) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> model.view().facts() != null);
            assertThat(feed).isNotNull();
        }
        assertThat(problems).contains("broken 1", "broken 3");
        assertThat(model.view().problem()).isEmpty();
    }

    @Test
    void anAnswerThatRepeatsTheLastIsAskedForAgainSoon() {
        model.update(agent.answer(model.next()));
        LiveFeed.Agent early = request -> {
            if (asked.incrementAndGet() == 2) {
                agent.pass(1);
            }
            return agent.answer(request);
        };
        try (LiveFeed feed = new LiveFeed(model, early, Duration.ofHours(1), () -> {})) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> model.intervals().size() == 1);
            assertThat(feed).isNotNull();
        }
        assertThat(asked).hasValue(2);
    }
}
