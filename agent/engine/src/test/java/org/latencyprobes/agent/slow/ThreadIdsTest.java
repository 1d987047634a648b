package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadIdsTest {

    @Test
    void threadsHaveTheirIds() {
        Thread plain = new Thread(() -> {});
        Thread other = new Thread() {};
        assertThat(ThreadIds.of(plain)).isEqualTo(plain.getId());
        assertThat(ThreadIds.of(other)).isEqualTo(other.getId());
    }

    @Test
    void codeOfTheApplicationIsNotRunForAnId() {
        Thread own = new Thread() {
            @Override
            public long getId() {
                throw new IllegalStateException("code of the application");
            }
        };
        assertThat(ThreadIds.of(own)).isEqualTo(-1);
    }
}
