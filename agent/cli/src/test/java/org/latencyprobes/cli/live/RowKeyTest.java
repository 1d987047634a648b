package org.latencyprobes.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RowKeyTest {

    @Test
    void labelsTellTagsOutcomesAndCopiesApart() {
        assertThat(new RowKey("place", Map.of(), "ok", "probe", 0).label()).isEqualTo("place");
        assertThat(new RowKey("place", new TreeMap<>(Map.of("desk", "fx", "venue", "XETR")), "error", "probe", 0)
                        .label())
                .isEqualTo("place{desk=fx,venue=XETR} error");
        assertThat(new RowKey("place", Map.of(), "ok", "probe", 1).label()).isEqualTo("place #2");
        assertThat(new RowKey("place", Map.of("desk", "fx"), "error", "probe", 2).label())
                .isEqualTo("place{desk=fx} #3 error");
    }
}
