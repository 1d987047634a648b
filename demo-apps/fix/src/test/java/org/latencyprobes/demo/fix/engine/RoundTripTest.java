package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.demo.fix.registry.Engines;

@Timeout(600)
class RoundTripTest {

    private static final int ORDERS = 1_000;
    private static final long FIRST = 863_913_604_164_909L;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"quickfixj-validating", "philadelphia-blocking"})
    void everyStartTimeComesBackOnceAndInOrderAndNothingStays(String name) throws Exception {
        assertComeBack(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo", "quickfixj-as-published", "philadelphia-blocking-prepared"})
    @Tag("full")
    void theyComeBackFromOtherEnginesToo(String name) throws Exception {
        assertComeBack(name);
    }

    private void assertComeBack(String name) throws Exception {
        Engine engine = Engines.named(name);
        Set<String> threadsBefore = threads();
        List<Long> sent = LongStream.range(FIRST, FIRST + ORDERS).boxed().toList();
        Client client = new Client();
        try (Acceptor acceptor = engine.accept(scratch.resolve("server"));
                Initiator initiator = engine.connect(acceptor.address(), client, scratch.resolve("client"))) {
            sent.forEach(initiator::send);
            client.awaitReports(ORDERS);
        }
        assertThat(client.received()).isEqualTo(sent);
        assertThat(client.failures()).isEmpty();
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(threads()).isSubsetOf(threadsBefore));
    }

    @Test
    void asPublishedStoresAndLogsEveryMessageOnBothSides() throws Exception {
        Engine engine = Engines.named("quickfixj-as-published");
        Client client = new Client();
        try (Acceptor acceptor = engine.accept(scratch.resolve("server"));
                Initiator initiator = engine.connect(acceptor.address(), client, scratch.resolve("client"))) {
            initiator.send(FIRST);
            client.awaitReports(1);
        }
        for (String side : List.of("server", "client")) {
            assertThat(content(side, "store", ".body")).contains("11=" + FIRST);
            assertThat(content(side, "logs", ".messages.log")).contains("35=D", "35=8", "11=" + FIRST);
        }
    }

    /** What one side wrote to its files with that ending. */
    private String content(String side, String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(scratch.resolve(side).resolve(folder))) {
            Path file = files.filter(each -> each.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file);
        }
    }

    @Test
    void refusesToBeAnotherReleaseThanItsName() {
        assertThatThrownBy(() -> Engines.named("quickfixj-1.6.2-as-published").accept(scratch))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("this JVM has QuickFIX/J 2.");
    }

    /** The threads, without Awaitility's and the one timer that QuickFIX/J keeps for all later sessions. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().matches("awaitility.*|QFJ Timer"))
                .map(thread -> thread.getName() + " " + thread.getId())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
