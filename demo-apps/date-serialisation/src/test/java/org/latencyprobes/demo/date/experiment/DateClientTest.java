package org.latencyprobes.demo.date.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class DateClientTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void letsTheServerMakeEachCall(boolean spinning) throws IOException {
        AtomicInteger calls = new AtomicInteger();
        try (DateClient client = DateClient.start(calls::incrementAndGet, spinning)) {
            for (int i = 1; i <= 1_000; i++) {
                assertThat(client.call(i)).isEqualTo(i);
                assertThat(calls).hasValue(i);
            }
        }
    }

    @Test
    void reportsACallThatFailed() throws IOException {
        DateClient client = DateClient.start(
                () -> {
                    throw new IllegalStateException("no date");
                },
                false);

        assertThatThrownBy(() -> client.call(1))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("the server did not answer");
        assertThatThrownBy(client::close).hasRootCauseMessage("no date");
    }
}
