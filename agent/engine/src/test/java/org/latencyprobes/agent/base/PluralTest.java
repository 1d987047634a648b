package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PluralTest {

    @Test
    void oneThingIsSingular() {
        assertThat(Plural.of(1, "class", "classes")).isEqualTo("1 class");
        assertThat(Plural.of(0, "class", "classes")).isEqualTo("0 classes");
        assertThat(Plural.of(2, "class", "classes")).isEqualTo("2 classes");
    }
}
