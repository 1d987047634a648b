package org.latencyprobes.demo.date.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoffDriverTest {

    @Test
    void makesEachCallOnOneOtherThreadBeforeItReturns() {
        List<Thread> threads = new ArrayList<>();
        HandoffDriver driver = HandoffDriver.start(() -> threads.add(Thread.currentThread()));
        for (int call = 1; call <= 100; call++) {
            assertThat(driver.call(call)).isEqualTo(call);
            assertThat(threads).hasSize(call);
        }
        driver.close();

        assertThat(threads).containsOnly(threads.get(0)).doesNotContain(Thread.currentThread());
        assertThat(threads.get(0).isAlive()).isFalse();
    }

    @Test
    void saysThatACallFailed() {
        HandoffDriver driver = HandoffDriver.start(() -> {
            throw new IllegalArgumentException("broken");
        });

        for (int call = 0; call < 3; call++) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> driver.call(1))
                    .withRootCauseInstanceOf(IllegalArgumentException.class);
        }
        driver.close();
    }
}
