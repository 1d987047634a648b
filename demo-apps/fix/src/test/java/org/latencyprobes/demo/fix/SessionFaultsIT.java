package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.demo.fix.engine.FaultyFixProxy.TO_CLIENT;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.fix.engine.FaultyFixProxy;
import org.latencyprobes.demo.fix.engine.MessageFault;
import org.latencyprobes.demo.fix.server.HostAndPort;

/** A test of the commands server and client, with a proxy between them that damages one message in the middle of the second run. In tier 1 TroubleTest proves that each engine tells how a session ended. */
@Tag("nightly")
class SessionFaultsIT {

    private static final String ENGINE = "quickfixj-validating";
    private static final int WARM_UP = 200;
    private static final int MESSAGES = 400;
    private static final int SIGTERM = 128 + 15;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Pattern LISTENING = Pattern.compile("listening at (\\S+)");

    @TempDir
    private static Path parent;

    private static BuiltCommand command;
    private static RunningJvm server;
    private static String address;

    @BeforeAll
    static void serve() throws IOException {
        command = new BuiltCommand(parent);
        server = command.with("server", "--listen=127.0.0.1:0", "--engine=" + ENGINE, "--heap=256m")
                .start()
                .awaitText("listening at ");
        address = address();
    }

    @AfterAll
    static void end() {
        server.terminate().expectExit(SIGTERM);
        command.assertNothingLeft();
    }

    @Test
    void theEndOfTheConnectionIsSaidWithWhatWasMeasuredBeforeAndTheNextClientIsServed() throws IOException {
        assertSaid(MessageFault.CUT, "the session ended: Disconnecting: Encountered END_OF_STREAM");
    }

    @ParameterizedTest
    @CsvSource({
        "LOST,    sequence gap: messages of the server's from 1202 on are missing",
        "GARBLED, QuickFIX/J: Invalid message: ",
        "HALF,    silence: no ExecutionReport for 60000 ms"
    })
    void soAreOtherFaults(MessageFault fault, String reason) throws IOException {
        assertSaid(fault, reason);
    }

    private static void assertSaid(MessageFault fault, String reason) throws IOException {
        OutputFolder output = new OutputFolder(parent.resolve(fault.name()));
        try (FaultyFixProxy proxy = new FaultyFixProxy(HostAndPort.parse(address))) {
            proxy.arm(fault, TO_CLIENT, WARM_UP + 2 * MESSAGES + MESSAGES / 2);
            JvmResult broken = client(HostAndPort.text(proxy.address()), output);

            assertThat(broken.expectExit(1).stdout()).contains("FAILED: QuickFIX/J, validation: ", reason);
            assertThat(output.markdown()).content().contains(reason);
            if (fault != MessageFault.GARBLED) {
                assertThat(runs(output)).hasSize(2).first().isEqualTo(List.of("yes", "" + MESSAGES));
                assertThat(runs(output).get(1).get(0)).isEqualTo("no");
                assertThat(answers(runs(output).get(1))).isBetween(1, MESSAGES / 2);
            } else {
                assertThat(runs(output)).hasSizeLessThanOrEqualTo(2).allMatch(SessionFaultsIT::isPlausible);
            }
        }

        client(address, output).expectExit(0);

        assertThat(runs(output))
                .hasSizeGreaterThanOrEqualTo(2)
                .allMatch(run -> run.equals(List.of("yes", "" + MESSAGES)));
    }

    /**
     * QuickFIX/J tells of garbage on the thread that reads from the connection. Messages that came before may still wait for the session's
     * thread, on a busy machine all of the second run.
     */
    private static boolean isPlausible(List<String> run) {
        return run.get(0).equals("yes") ? answers(run) == MESSAGES : answers(run) <= MESSAGES;
    }

    private static int answers(List<String> run) {
        return Integer.parseInt(run.get(1));
    }

    private static JvmResult client(String connect, OutputFolder output) {
        return command.with("client", "--connect=" + connect, "--engines=" + ENGINE, "--scenario=jlbh", "--rates=2000")
                .arguments(
                        "--iterations=" + MESSAGES,
                        "--warm-up=" + WARM_UP,
                        "--idle=0",
                        "--generator=park",
                        "--runs=2",
                        "--blocks=1")
                .arguments("--heap=256m", "--output=" + output.root())
                .start()
                .finish(LONGEST);
    }

    /** The runs: whether each is whole, and the number of its messages. */
    private static List<List<String>> runs(OutputFolder output) throws IOException {
        return CsvRows.of(output).stream()
                .filter(row -> row.get("recorder").equals("end to end"))
                .map(row -> List.of(row.get("whole"), row.get("count")))
                .toList();
    }

    private static String address() {
        Matcher listening = LISTENING.matcher(server.printed());
        assertThat(listening.find()).isTrue();
        return listening.group(1);
    }
}
