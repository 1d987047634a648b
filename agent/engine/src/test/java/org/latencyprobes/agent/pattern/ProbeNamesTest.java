package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProbeNamesTest {

    @Test
    void namesAreChosenWholeAndByStars() {
        ProbeNames names = ProbeNames.of(" Orders.* ;; price ; *Dao.find* ");
        assertThat(names.contains("Orders.place")).isTrue();
        assertThat(names.contains("price")).isTrue();
        assertThat(names.contains("OrderDao.findAll")).isTrue();
        assertThat(names.contains("price list")).isFalse();
        assertThat(names.contains("MyOrders.place")).isFalse();
    }

    @Test
    void whereThereIsNoNameThereIsNoChoice() {
        assertThat(ProbeNames.of("")).isNull();
        assertThat(ProbeNames.of(" ; ")).isNull();
    }

    @Test
    void namesThatNoProbeHasAreUnknown() {
        assertThat(ProbeNames.of("Ordres.*; price;*").unknownTo(List.of("price", "Orders.place")))
                .containsExactly("Ordres.*");
    }

    @Test
    void aStarAloneChoosesAll() {
        assertThat(ProbeNames.of("*").contains("anything at all; even this")).isTrue();
    }
}
