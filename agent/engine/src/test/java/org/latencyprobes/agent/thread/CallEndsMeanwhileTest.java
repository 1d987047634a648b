package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.ThreadWithStripe;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.agent.slow.ThreadIds;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.explain.WaitKind;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** Tests of looks at a thread during which its call ends and the next one begins, as where the sampler loses its CPU. */
final class CallEndsMeanwhileTest {

    private static final long LOOK_NANOS = 2_000_000;
    private static final int SOCKET = WaitKind.SOCKET.ordinal();

    private final ProbeRecorder probe = ProbeRecorder.unregistered("waits");
    private final ThreadReadings readings = new ThreadReadings();
    private Runnable meanwhile = () -> {};
    private final NativeLooks asking = new NativeLooks(
            new NativeLooks.Kinds() {
                @Override
                public long read(ProcFile any) {
                    meanwhile.run();
                    return 1 + kernelSays;
                }

                @Override
                public int kind(ProcFile any, long read) {
                    return kernelSays;
                }
            },
            thread -> this.nowNanos); // has run between looks

    @TempDir
    private Path folder;

    private int kernelSays = SOCKET;
    private OpenCalls open;
    private long nowNanos;

    private void look(WaitKind kindOrNull) {
        asking.begin(Long.MAX_VALUE);
        readings.sample(
                Thread.currentThread(),
                open,
                () -> nowNanos += LOOK_NANOS,
                any -> {
                    if (kindOrNull != null) {
                        meanwhile.run();
                    }
                    return kindOrNull;
                },
                asking);
    }

    private void endAndBegin(long start) {
        probe.sampleNested(start, start, Outcome.OK);
        open.begin(start + 1);
    }

    /** Looks twice, and during the third look the call ends. */
    private void lookUntilItEnds(OpenCalls calls, WaitKind kindOrNull, WaitKind nextOrNull) {
        open = calls;
        calls.begin(1);
        look(kindOrNull);
        look(kindOrNull);
        meanwhile = () -> endAndBegin(1);
        look(nextOrNull);
        meanwhile = () -> {};
    }

    @Test
    void whatTheNextCallWaitsForIsNotToldOfTheOneBefore() throws Exception {
        ThreadWithStripe.run(calls -> {
            lookUntilItEnds(calls, WaitKind.PARK, WaitKind.SLEEP);
            assertThat(readings.waits(0, nowNanos)[WaitKind.PARK.ordinal()]).isEqualTo(1);
            look(WaitKind.SLEEP);
            assertThat(readings.waits(nowNanos, nowNanos)[WaitKind.SLEEP.ordinal()])
                    .isEqualTo(1);
        });
    }

    @Test
    void norIsWhatTheKernelSaysOfTheNextOne() throws Exception {
        ThreadWithStripe.run(calls -> {
            open = calls;
            look(null); // without a file nobody is asked
            readings.close();
            give();
            lookUntilItEnds(calls, WaitKind.PARK, null);
            assertThat(readings.waits(2 * LOOK_NANOS, nowNanos)[WaitKind.PARK.ordinal()])
                    .isEqualTo(1);
            look(null);
            assertThat(readings.waits(nowNanos, nowNanos)[SOCKET]).isEqualTo(1);
        });
    }

    @Test
    void norIsWhatItSaidOfAnotherCallInsideTheSameOne() throws Exception {
        ThreadWithStripe.run(calls -> {
            open = calls;
            calls.begin(1);
            calls.begin(2);
            look(null);
            readings.close();
            give();
            for (int i = 0; i < 8; i++) {
                look(null);
            }
            assertThat(readings.waits(0, nowNanos)[SOCKET]).isEqualTo(1);
            endAndBegin(2);
            kernelSays = StateSamples.NO_WAIT;
            look(null);
            assertThat(readings.waits(nowNanos, nowNanos)[SOCKET]).isZero();
        });
    }

    private void give() {
        try {
            String file = Files.createFile(folder.resolve("file")).toString();
            assertThat(readings.give(
                            ThreadIds.of(Thread.currentThread()), ProcFile.open(file, 96), ProcFile.open(file, 96)))
                    .isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
