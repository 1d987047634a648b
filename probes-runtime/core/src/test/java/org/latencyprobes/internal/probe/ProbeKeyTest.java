package org.latencyprobes.internal.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ProbeKeyTest {

    @Test
    void tagsKeepTheirOrder() {
        assertThat(ProbeKey.of("x", "z", "1", "a", "2").tags())
                .containsExactlyEntriesOf(ProbeKey.of("y", "z", "1", "a", "2").tags());
        assertThat(ProbeKey.of("x", "z", "1", "a", "2").tags().keySet()).containsExactly("z", "a");
    }

    @Test
    void sameNameAndTagsAreSameKey() {
        assertThat(ProbeKey.of("x", "a", "1", "b", "2"))
                .isEqualTo(ProbeKey.of("x", "b", "2", "a", "1"))
                .hasSameHashCodeAs(ProbeKey.of("x", "b", "2", "a", "1"));
    }

    @Test
    void otherNameOrTagValueIsAnotherKey() {
        assertThat(ProbeKey.of("x", "a", "1"))
                .isNotEqualTo(ProbeKey.of("y", "a", "1"))
                .isNotEqualTo(ProbeKey.of("x", "a", "2"))
                .isNotEqualTo(ProbeKey.of("x"));
    }

    @Test
    void tagValueMayBeEmpty() {
        assertThat(ProbeKey.of("x", "a", "").tags()).containsEntry("a", "");
    }

    @Test
    void refusesMissingName() {
        assertThatIllegalArgumentException().isThrownBy(() -> ProbeKey.of("")).withMessageContaining("empty");
        assertThatIllegalArgumentException().isThrownBy(() -> ProbeKey.of(null)).withMessageContaining("null");
    }

    @Test
    void refusesKeyWithoutValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbeKey.of("x", "a", "1", "b"))
                .withMessageContaining("\"x\"")
                .withMessageContaining("3")
                .withMessageContaining("a, 1, b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbeKey.of("x", "a", null))
                .withMessageContaining("a=null");
    }

    @Test
    void refusesEmptyOrMissingKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbeKey.of("x", "", "1"))
                .withMessageContaining("=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbeKey.of("x", null, "1"))
                .withMessageContaining("null=1");
    }

    @Test
    void refusesRepeatedKey() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProbeKey.of("x", "a", "1", "a", "2"))
                .withMessageContaining("\"a\" is repeated");
    }
}
