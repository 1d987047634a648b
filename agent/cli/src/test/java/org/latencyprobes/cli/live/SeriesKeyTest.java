package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SeriesKeyTest {

    @Test
    void labelsTellTagsOutcomesAndCopiesApart() {
        assertThat(new SeriesKey("place", "", "ok", "probe", 0).label()).isEqualTo("place");
        assertThat(new SeriesKey("place", "desk=fx;venue=XETR", "error", "probe", 0).label())
                .isEqualTo("place{desk=fx,venue=XETR} error");
        assertThat(new SeriesKey("place", "", "ok", "probe", 1).label()).isEqualTo("place #2");
        assertThat(new SeriesKey("place", "desk=fx", "error", "probe", 2).label())
                .isEqualTo("place{desk=fx} #3 error");
    }
}
