package org.latencyprobes.cli.why;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class DetailTextTest {

    private static final long LOOK = 20;

    @Test
    void theThreeLargestAreToldWithTheirShares() {
        assertThat(DetailText.lines(Map.of("Ledger", 520L, "Cache", 470L, "Other", 6L, "Least", 4L), 1_000, LOOK))
                .containsExactly("Ledger 52 %", "Cache 47 %", "Other <1 %");
    }

    @Test
    void oneThatIsAllOfItNeedsNoShare() {
        assertThat(DetailText.lines(Map.of("Ledger", 960L), 1_000, LOOK)).containsExactly("Ledger");
        assertThat(DetailText.lines(Map.of("Ledger", 500L), 1_000, LOOK)).containsExactly("Ledger 50 %");
    }

    @Test
    void whatWasSeenIsToldInProportionToTheLooks() {
        assertThat(DetailText.lines(Map.of("seen running in Queue.poll", 3 * LOOK), 498 * LOOK, LOOK))
                .containsExactly("seen running in Queue.poll, in 3 of 498 looks");
    }
}
