package org.latencyprobes.demo.fix.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CompilationsTest {

    private static final long MILLI = 1_000_000;

    @Test
    void endWhereTheTotalGrew() {
        AtomicLong millis = new AtomicLong(100);
        Compilations compilations = new Compilations(millis::get);
        compilations.look(500 * MILLI);
        millis.set(130);
        compilations.look(520 * MILLI);
        compilations.look(540 * MILLI);
        millis.set(131);
        compilations.look(560 * MILLI);

        assertThat(compilations.between(0, 1_000 * MILLI))
                .containsExactly(new TimeSpan(490 * MILLI, 30 * MILLI), new TimeSpan(559 * MILLI, MILLI));
        assertThat(compilations.between(0, 490 * MILLI)).isEmpty();
        assertThat(compilations.between(519 * MILLI, 559 * MILLI))
                .containsExactly(new TimeSpan(490 * MILLI, 30 * MILLI));
    }
}
