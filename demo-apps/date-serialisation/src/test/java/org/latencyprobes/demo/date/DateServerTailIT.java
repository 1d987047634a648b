package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.date.experiment.DateClient;
import org.latencyprobes.demo.date.experiment.DateSerialiser;

/**
 * The command {@code why} on the date server under load. Its calls meet a lock that is held, collections, and stops of the process. It
 * prints what the command says. The lock and the collections come at each of their times, so they are told for certain. A stop may fall
 * between two calls, and on a busy machine it looks as if others had the processor.
 */
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
final class DateServerTailIT {

    private static final int STOPS = 16;
    private static final long STOP_MILLIS = 50;
    private static final int LIVE_OBJECTS = 300_000;
    private static final int LINES_BETWEEN_STOPS = 7;

    /** Resets SIGINT, which is ignored if the tests run in the background. */
    private static final String AS_FROM_A_TERMINAL = "exec env --default-signal=INT \"$0\" \"$@\"";

    @Test
    void itTellsTheLockAndTheCollections() throws InterruptedException {
        try (RunningJvm server = ForkedJvm.of(DisturbedDateServer.class)
                .addClassPath(ForkedJvm.homeOf(DateClient.class), ForkedJvm.homeOf(PublishedOrder.class))
                .flags("-Xmx400m")
                .arguments(LIVE_OBJECTS)
                .start()
                .awaitText(DisturbedDateServer.CALLS)) {
            String told = tail(server);
            System.out.println(told);
            assertThat(told)
                    .containsPattern(" %  lock +monitor of DisturbedDateServer\\$Journal, held by \"journal-writer\"")
                    .containsPattern(" %  gc .*System\\.gc\\(\\)")
                    .contains("detached: 1 class restored");
        }
    }

    private static String tail(RunningJvm server) throws InterruptedException {
        try (RunningJvm command = ForkedJvm.ofJar(ForkedJvm.AGENT)
                .arguments("why", server.pid(), DateSerialiser.class.getName() + "#roundTrip")
                .arguments("--for", "1h", "--slow", "5ms", "-o", "text")
                .afterShell(AS_FROM_A_TERMINAL)
                .start()) {
            command.awaitText("watching for");
            for (int stop = 0; stop < STOPS; stop++) {
                awaitMoreCalls(server);
                server.stopFor(STOP_MILLIS);
            }
            command.signal("INT");
            return command.finish().expectExit(0).stdout();
        }
    }

    private static void awaitMoreCalls(RunningJvm server) {
        int before = server.printed().split(DisturbedDateServer.CALLS, -1).length - 1;
        server.awaitTexts(DisturbedDateServer.CALLS, before + LINES_BETWEEN_STOPS);
    }
}
