package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.fix.registry.Engines;

class EnginesTest {

    @Test
    void findsEachByItsName() {
        for (Engine engine : Engines.all()) {
            assertThat(Engines.named(engine.name()).title()).isEqualTo(engine.title());
        }
    }

    @Test
    void titlesDiffer() {
        assertThat(Engines.all()).extracting(Engine::title).doesNotHaveDuplicates();
    }

    @Test
    void saysWhichThereAre() {
        assertThatThrownBy(() -> Engines.named("fix8"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no engine fix8; there are echo, ");
    }
}
