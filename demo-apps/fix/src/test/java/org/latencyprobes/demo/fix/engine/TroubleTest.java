package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.demo.fix.registry.Engines;

/** A test of what a client says of a session that breaks in the middle of a run: a proxy damages one message or ends the connection. */
@Timeout(600)
@Tag("full")
class TroubleTest {

    /** The time-out for faults that show only as silence. They come with the first order, so that no answer can be too late. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** The time-out for all others, which does not come first. */
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final int ORDERS_BEHIND = 4;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @CsvSource({
        "echo,                  silence: no ExecutionReport for 2000 ms",
        "quickfixj-validating,  sequence gap: messages of the server's from 3 on are missing",
        "philadelphia-blocking, sequence gap: message 4 came where 3 was expected",
        "artio-validating,      sequence gap: messages from 3 on were lost or garbled"
    })
    void aReportIsLost(String engine, String reason) throws IOException {
        assertThat(failure(engine, MessageFault.LOST, FaultyFixProxy.TO_CLIENT)).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "quickfixj-validating,  sequence gap: the server misses messages from 3 on",
        "philadelphia-spinning, logged out: sequence gap: message 4 came where 3 was expected",
        "artio-validating,      logged out: sequence gap: messages from 3 on were lost or garbled"
    })
    void anOrderIsLost(String engine, String reason) throws IOException {
        assertThat(failure(engine, MessageFault.LOST, FaultyFixProxy.TO_SERVER)).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "echo,                  garbage: what came is not the order that was sent",
        "quickfixj,             Reject sent for message 3",
        "quickfixj-validating,  Invalid message: Expected CheckSum",
        "philadelphia-blocking, sequence gap: message 4 came where 3 was expected; what is missing was lost or garbled",
        "artio-validating,      sequence gap: messages from 3 on were lost or garbled"
    })
    void aReportIsGarbled(String engine, String reason) throws IOException {
        assertThat(failure(engine, MessageFault.GARBLED, FaultyFixProxy.TO_CLIENT))
                .contains(reason);
    }

    @ParameterizedTest
    @CsvSource({"echo", "quickfixj", "philadelphia-spinning", "artio"})
    void halfAReportComesAndThenNothing(String engine) throws IOException {
        assertThat(failure(engine, MessageFault.HALF, FaultyFixProxy.TO_CLIENT))
                .matches("silence: no ExecutionReport for 2000 ms, [1-" + ORDERS_BEHIND + "] orders unanswered");
    }

    @ParameterizedTest
    @CsvSource({
        "echo-spinning,                  the connection broke",
        "quickfixj,                      the session ended: Disconnecting: Encountered END_OF_STREAM",
        "philadelphia-blocking-prepared, the session broke: the other side closed the connection",
        "artio,                          disconnected: REMOTE_DISCONNECT"
    })
    void theConnectionEndsAndTheNextOneServes(String engine, String reason) throws IOException {
        assertThat(failure(engine, MessageFault.CUT, FaultyFixProxy.TO_CLIENT)).contains(reason);
    }

    /** Returns what the client says of the fault. Afterwards the same server serves another client. */
    private String failure(String name, MessageFault fault, boolean direction) throws IOException {
        boolean silent = fault == MessageFault.HALF || fault == MessageFault.LOST && name.equals("echo");
        Engine engine = Engines.named(name, silent ? SHORT : LONG);
        Client client = new Client();
        try (Acceptor acceptor = engine.accept(Loopback.port(0), scratch.resolve("server"));
                FaultyFixProxy proxy = new FaultyFixProxy(acceptor.address())) {
            try (Initiator initiator = engine.connect(proxy.address(), client, scratch.resolve("client"))) {
                if (!silent) {
                    exchange(initiator, client, 1);
                }
                proxy.arm(fault, direction);
                // A second order may fail while it is sent, before the reader sees the end: the client would name
                // either.
                int orders = fault == MessageFault.CUT ? 1 : ORDERS_BEHIND;
                for (int i = 0; i < orders; i++) {
                    initiator.send(2 + i);
                }
                client.awaitFailure();
                initiator.send(99);
            }
            if (fault == MessageFault.CUT) {
                Client next = new Client();
                try (Initiator again = engine.connect(proxy.address(), next, scratch.resolve("next"))) {
                    exchange(again, next, 100);
                }
            }
        }
        assertThat(client.failures()).hasSize(1);
        assertThat(client.received()).doesNotContain(99L);
        return client.failures().get(0).getMessage();
    }

    private static void exchange(Initiator initiator, Client client, long startNanos) {
        initiator.send(startNanos);
        client.awaitReports(1);
    }
}
