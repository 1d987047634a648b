package org.latencyprobes.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.protocol.codec.BadArgumentException;
import org.latencyprobes.agent.protocol.codec.Records;

final class RequestTest {

    private static Stream<Request> requests() {
        return Stream.of(
                new Request.Attach("report=off", 5, true),
                new Request.Hello(),
                new Request.Status(true),
                new Request.Probes(false, List.of("Orders.*")),
                new Request.Probe(List.of("com.acme..*#f(int,long) as \"größe\"", "", "&=%+\t\u001b"), true, true),
                new Request.Unprobe("a#b", true),
                new Request.Mode("sampled(1/16)", null),
                new Request.Report("noon", "one", true, true),
                new Request.Snapshot(4711, null),
                new Request.Snapshot(0, Long.MIN_VALUE),
                new Request.Stalls(3),
                new Request.Slow(null, 0, 99L),
                new Request.InFlight(1L, 2, 3),
                new Request.Mark("noon"),
                new Request.Explain("a#b"),
                new Request.DryRun("a#b", 100L, true),
                new Request.Recording(),
                new Request.WhyBegin("id", 1, 2, true, 3, List.of()),
                new Request.WhyRenew("id", 9),
                new Request.WhyEnd("id", true),
                new Request.Detach());
    }

    @ParameterizedTest
    @MethodSource("requests")
    void travelsAsARecord(Request request) {
        StringBuilder json = new StringBuilder();
        Records.write((Record) request, json);
        assertThat(Request.ofJson(request.command(), json.toString())).isEqualTo(request);
        assertThat(Request.commands()).contains(request.command());
    }

    @Test
    void everyCommandIsAmongThem() {
        assertThat(requests().map(Request::command)).containsAll(Request.commands());
    }

    @Test
    void theNamesOfCommandsAreThoseOfTheRecords() {
        assertThat(Request.commands()).hasSameSizeAs(Request.class.getPermittedSubclasses());
        assertThat(Request.class.getPermittedSubclasses())
                .hasSameSizeAs(requests().map(Request::command).distinct().toList());
    }

    @Test
    void whatIsGivenTwiceIsNoText() {
        assertThatThrownBy(() -> Request.of("mark", Map.of("name", List.of("a", "b"))))
                .isInstanceOf(BadArgumentException.class)
                .hasMessageContaining("it takes one text");
        assertThatThrownBy(() -> Request.ofJson("probe", "{\"patterns\":[null]}"))
                .isInstanceOf(BadArgumentException.class);
    }

    @Test
    void argumentsMayBeTexts() {
        assertThat(Request.of("slow", Map.of("most", "7", "lastNanos", "12"))).isEqualTo(new Request.Slow(7, 1, 12L));
        assertThat(Request.of("probe", Map.of("patterns", "a#b", "future", "true")))
                .isEqualTo(new Request.Probe(List.of("a#b"), true, false));
        assertThat(Request.of("probe", Map.of("patterns", List.of("a", "b"))))
                .isEqualTo(new Request.Probe(List.of("a", "b"), false, false));
        assertThat(Request.of("report", Map.of())).isEqualTo(new Request.Report("start", "", false, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slow    | most   | -1   | most \"-1\" is not allowed; it takes whole numbers from 0 on",
                "slow    | most   | many | most \"many\" is not allowed; it takes whole numbers",
                "slow    | most   | 9999999999 | most \"9999999999\" is not allowed; it takes whole numbers",
                "slow    | mots   | 1    | slow has no argument \"mots\"; it takes most, stacks, lastNanos",
                "probe   | future | yes  | future \"yes\" is not allowed; it takes true or false",
                "why-renew | leaseMillis | 1 | id is missing; it takes any text",
                "why-renew | id  | 7    | leaseMillis \"0\" is not allowed; it takes whole numbers from 1 on",
                "hello   | you    | 1    | hello has no argument \"you\"; it has none",
                "slowly  | most   | 1    | unknown command \"slowly\"; allowed are ",
                "Slow    | most   | 1    | unknown command \"Slow\"; allowed are ",
                "in_flight | most | 1    | unknown command \"in_flight\"; allowed are ",
                "inflight | most  | 1    | unknown command \"inflight\"; allowed are "
            })
    void whatIsNotAllowedIsNamedWithWhatIs(String command, String argument, String value, String refusal) {
        assertThatThrownBy(() -> Request.of(command, Map.of(argument, value)))
                .isInstanceOf(BadArgumentException.class)
                .hasMessageStartingWith(refusal);
    }

    @Test
    void whatChangesSomethingIsToldFromWhatReads() {
        assertThat(requests().filter(Request::isChange).map(Request::command))
                .containsExactly(
                        "attach", "probe", "unprobe", "mode", "mark", "why-begin", "why-renew", "why-end", "detach");
        assertThat(new Request.Report("last", null, false, false).isChange()).isTrue();
        assertThat(requests().filter(Request::isInTurn).map(Request::command))
                .containsExactly("attach", "probe", "unprobe", "mode", "why-begin");
    }
}
