package org.latencyprobes.demo.fix.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAndPortTest {

    @Test
    void readsWhatItWrites() {
        assertThat(HostAndPort.text(HostAndPort.parse("127.0.0.1:9876"))).isEqualTo("127.0.0.1:9876");
        assertThat(HostAndPort.parse("[::1]:80").getPort()).isEqualTo(80);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9876", ":9876", "localhost", "localhost:", "localhost:x", "localhost:70000"})
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> HostAndPort.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("it takes ");
    }
}
