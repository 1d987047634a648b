package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.registry.Engines;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageUtils;

/** A test that what an engine sends is FIX 4.2 to all others, and to QuickFIX/J's data dictionary most strictly. */
@Timeout(600)
class FixWireTest {

    private static final int ORDERS = 3;
    private static final long FIRST = 863_913_604_164_909L;
    private static final String TIME = "\\d{8}-\\d{2}:\\d{2}:\\d{2}\\.\\d{3}";

    @TempDir
    private Path scratch;

    @Test
    void messagesAreValidToTheOtherEngines() throws Exception {
        assertValid("quickfixj");
    }

    @ParameterizedTest
    @ValueSource(strings = {"philadelphia-blocking", "philadelphia-blocking-prepared"})
    @Tag("full")
    void thoseOfOtherEnginesAreValidToo(String name) throws Exception {
        assertValid(name);
    }

    private void assertValid(String name) throws Exception {
        Engine engine = Engines.named(name);
        Client client = new Client();
        try (Acceptor acceptor = engine.accept(scratch.resolve("server"));
                RecordingFixProxy proxy = new RecordingFixProxy(acceptor.address());
                Initiator initiator = engine.connect(proxy.address(), client, scratch.resolve("client"))) {
            for (int i = 0; i < ORDERS; i++) {
                initiator.send(FIRST + i);
            }
            client.awaitReports(ORDERS);
            assertOrders(proxy.seen(RecordingFixProxy.TO_SERVER));
            assertReports(proxy.seen(RecordingFixProxy.TO_CLIENT));
        }
    }

    private static void assertOrders(List<byte[]> orders) throws Exception {
        for (int i = 0; i < ORDERS; i++) {
            assertThat(published(validated(orders.get(i)))).isEqualTo(published(FIRST + i));
            for (Parser parser : parsers()) {
                assertThat(parser.parse(orders.get(i))).isEqualTo(FIRST + i + PublishedOrder.QUANTITY);
            }
        }
    }

    private static void assertReports(List<byte[]> reports) throws Exception {
        assertThat(reports).hasSize(ORDERS);
        for (int i = 0; i < ORDERS; i++) {
            Map<Integer, String> fields = validated(reports.get(i));
            assertThat(fields)
                    .containsAllEntriesOf(Map.of(
                            8,
                            "FIX.4.2",
                            11,
                            "" + (FIRST + i),
                            20,
                            "0",
                            39,
                            "2",
                            49,
                            PublishedOrder.ACCEPTOR,
                            54,
                            "1",
                            55,
                            "LCOM1",
                            56,
                            PublishedOrder.INITIATOR,
                            150,
                            "2"));
            assertThat(fields)
                    .containsAllEntriesOf(Map.of(
                            6,
                            "200",
                            14,
                            "1",
                            17,
                            "" + (i + 1),
                            31,
                            "200",
                            32,
                            "1",
                            37,
                            "" + (i + 1),
                            38,
                            "1",
                            151,
                            "0"));
            assertThat(fields.get(60)).matches(TIME);
        }
    }

    /** The fields of the order, without those that differ from order to order. */
    private static Map<Integer, String> published(Map<Integer, String> fields) {
        Map<Integer, String> published = new TreeMap<>(fields);
        assertThat(published.remove(52)).matches(TIME);
        assertThat(published.remove(60)).matches(TIME);
        published.keySet().removeAll(List.of(9, 10, 34));
        return published;
    }

    private static Map<Integer, String> published(long startNanos) throws Exception {
        byte[] whole = PublishedOrder.bytes("" + startNanos);
        return published(validated(whole));
    }

    private static List<Parser> parsers() {
        return Stream.of("quickfixj", "quickfixj-validating", "philadelphia-blocking")
                .map(name -> Engines.named(name).parser())
                .flatMap(Optional::stream)
                .toList();
    }

    /** The fields of a message, which the data dictionary has validated. */
    private static Map<Integer, String> validated(byte[] bytes)
            throws ConfigError, InvalidMessage, FieldNotFound, IncorrectTagValue, IncorrectDataFormat {
        DataDictionary dictionary = new DataDictionary("FIX42.xml");
        String text = new String(bytes, StandardCharsets.US_ASCII);
        Message message = MessageUtils.parse(new DefaultMessageFactory(), dictionary, text);
        dictionary.validate(message);
        Map<Integer, String> fields = new TreeMap<>();
        for (String field : text.split("\u0001")) {
            int tag = Integer.parseInt(field.substring(0, field.indexOf('=')));
            assertThat(fields.put(tag, field.substring(field.indexOf('=') + 1)))
                    .as("once: " + field)
                    .isNull();
        }
        return fields;
    }
}
