package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.demo.common.PublishedOrder;

/**
 * The command {@code tail} on the date server under load. Its calls meet a lock that is held, collections, and stops of the process. All of
 * these are told. Prints what the command says.
 */
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
final class DateServerTailIT {

    private static final int STOPS = 16;
    private static final long STOP_MILLIS = 50;
    private static final int LIVE_OBJECTS = 300_000;
    private static final int LINES_BETWEEN_STOPS = 7;

    @Test
    void itTellsTheLockTheCollectionsAndTheStops() throws InterruptedException {
        try (RunningJvm server = ForkedJvm.of(DisturbedDateServer.class)
                .addClassPath(ForkedJvm.homeOf(DateServer.class), ForkedJvm.homeOf(PublishedOrder.class))
                .flags("-Xmx400m")
                .arguments(LIVE_OBJECTS)
                .start()
                .awaitText(DisturbedDateServer.CALLS)) {
            String told = tail(server);
            System.out.println(told);
            assertThat(told)
                    .containsPattern(" %  lock +monitor of DisturbedDateServer\\$Journal, held by \"journal-writer\"")
                    .containsPattern(" %  gc .*System\\.gc\\(\\)")
                    .containsPattern(" %  stopped +main cause of")
                    .contains("detached: 1 class restored");
        }
    }

    private static String tail(RunningJvm server) throws InterruptedException {
        try (RunningJvm command = ForkedJvm.ofJar(ForkedJvm.AGENT)
                .arguments("tail", server.pid(), DateSerialiser.class.getName() + "#roundTrip")
                .arguments("--for", "20s", "--slow", "5ms", "--no-html")
                .start()) {
            command.awaitText("watching for");
            for (int stop = 0; stop < STOPS; stop++) {
                awaitMoreCalls(server);
                server.stopFor(STOP_MILLIS);
            }
            return command.finish().expectExit(0).stdout();
        }
    }

    private static void awaitMoreCalls(RunningJvm server) {
        int before = server.printed().split(DisturbedDateServer.CALLS, -1).length - 1;
        server.awaitTexts(DisturbedDateServer.CALLS, before + LINES_BETWEEN_STOPS);
    }
}
