package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.registry.Engines;

class ParserTest {

    static Stream<Engine> engines() {
        return Engines.all().stream().filter(engine -> engine.parser().isPresent());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void readsOneMessageAfterTheOther(Engine engine) {
        Parser parser = engine.parser().orElseThrow();
        for (long startNanos = 1; startNanos < 1_000_000_000_000L; startNanos *= 7) {
            assertThat(parser.parse(PublishedOrder.bytes("" + startNanos))).isEqualTo(startNanos + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void refusesOtherBytes(Engine engine) {
        byte[] nonsense = "no FIX at all".getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> engine.parser().orElseThrow().parse(nonsense))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void validationRefusesWhatTheDictionaryDoesNotHave() {
        String order = new String(PublishedOrder.bytes("1"), StandardCharsets.US_ASCII);
        byte[] sideIsNine = order.replace("\u000154=1\u0001", "\u000154=X\u0001")
                .replaceAll("10=\\d+", "10=" + "%03d".formatted((checksum(order) + 'X' - '1') % 256))
                .getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> Engines.named("quickfixj-validating")
                        .parser()
                        .orElseThrow()
                        .parse(sideIsNine))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("54");
    }

    private static int checksum(String message) {
        int at = message.indexOf("10=", message.length() - 8);
        return Integer.parseInt(message.substring(at + 3, at + 6));
    }
}
