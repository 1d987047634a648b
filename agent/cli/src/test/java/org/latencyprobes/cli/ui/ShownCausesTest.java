package org.latencyprobes.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.cli.live.RowKey;

final class ShownCausesTest {

    private static final RowKey PLACE = new RowKey("place", Map.of(), "ok", "probe", 0);

    private final FixedJvm jvm =
            new FixedJvm("first").probe("place", Map.of(), 1).cause("lock", 60);
    private long nowNanos;
    private int asked;
    private final ShownCauses causes = new ShownCauses(
            request -> {
                asked++;
                return new Answer()
                        .add(
                                CauseShare.TABLE,
                                CauseShare.class,
                                jvm.recording(PLACE, Window.ALL).causes());
            },
            () -> nowNanos);

    /** A second passes, as often. */
    private void pass(int seconds, boolean isShown) {
        for (int second = 0; second < seconds; second++) {
            nowNanos += TimeUnit.SECONDS.toNanos(1);
            causes.tend();
            if (isShown) {
                causes.of(PLACE);
            }
        }
    }

    @Test
    void theJvmIsAskedEachFiveSecondsWhileSomebodyLooks() {
        pass(60, false);
        assertThat(asked).isZero();
        pass(2, true);
        assertThat(asked).isEqualTo(1);
        assertThat(causes.of(PLACE)).extracting(CauseShare::cause).containsExactly("lock");
        pass(20, true);
        assertThat(asked).isEqualTo(5);
        pass(60, false);
        assertThat(asked).isEqualTo(5 + 2);
        pass(2, true);
        assertThat(asked).isEqualTo(5 + 2 + 1);
    }
}
