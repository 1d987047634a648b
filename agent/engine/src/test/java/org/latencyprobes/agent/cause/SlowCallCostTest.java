package org.latencyprobes.agent.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.thread.ThreadTimes;

final class SlowCallCostTest {

    private final AtomicLong asked = new AtomicLong();
    private final SlowCallCauses causes =
            new SlowCallCauses(() -> null, asked::incrementAndGet, new ThreadTimes(() -> null, null));

    @Test
    void costIsAskedAtTheFirstCallsAndThenOnceASecond() {
        long beginNanos = System.nanoTime();
        for (int lot = 0; lot < 1_000; lot++) {
            causes.taken(List.of(new SlowCall("price", Map.of(), "ok", 0, 1_000, 1, "main", 1, 0)));
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos);
        assertThat(asked.get()).isBetween(1L, 1 + seconds);
    }
}
