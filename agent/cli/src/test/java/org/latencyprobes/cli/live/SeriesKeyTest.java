package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SeriesKeyTest {

    @Test
    void labelsTellTagsOutcomesAndCopiesApart() {
        assertThat(new SeriesKey("place", Map.of(), "ok", "probe", 0).label()).isEqualTo("place");
        assertThat(new SeriesKey("place", new TreeMap<>(Map.of("desk", "fx", "venue", "XETR")), "error", "probe", 0)
                        .label())
                .isEqualTo("place{desk=fx,venue=XETR} error");
        assertThat(new SeriesKey("place", Map.of(), "ok", "probe", 1).label()).isEqualTo("place #2");
        assertThat(new SeriesKey("place", Map.of("desk", "fx"), "error", "probe", 2).label())
                .isEqualTo("place{desk=fx} #3 error");
    }
}
