package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.explain.WaitKind;

final class NativeWaitTest {

    private static final long LOOK_NANOS = 2_000_000;
    private static final int SOCKET = WaitKind.SOCKET.ordinal();
    private static final int FILE = WaitKind.FILE.ordinal();

    private final StateSamples samples = new StateSamples();
    private final NativeWait wait = new NativeWait();
    private final NativeLooks.Kinds kinds = new NativeLooks.Kinds() {
        @Override
        public long read(ProcFile any) {
            asked++;
            return 1 + kind;
        }

        @Override
        public int kind(ProcFile any, long read) {
            took.run();
            return isMoving ? NativeLooks.MOVED : (int) read - 1;
        }
    };
    private final NativeLooks asking = new NativeLooks(kinds, this::ranNanos);

    @TempDir
    private Path folder;

    private ProcFile file;
    private int kind;
    private int asked;
    private boolean isMoving;
    private boolean isStill;
    private long ranNanos;
    private Runnable took = () -> {};
    private long nowNanos;

    @BeforeEach
    void open() throws IOException {
        file = ProcFile.open(Files.createFile(folder.resolve("syscall")).toString(), 1);
    }

    @AfterEach
    void close() {
        file.close();
    }

    private long ranNanos(long thread) {
        return isStill ? ranNanos : ++ranNanos;
    }

    /** Looks at a thread in a call that began then. */
    private void look(int looks, long start, int shown) {
        kind = shown;
        for (int i = 0; i < looks; i++) {
            asking.begin(0);
            wait.look(start, 0, 0, file, asking);
            wait.add(samples, nowNanos);
            nowNanos += LOOK_NANOS;
        }
    }

    private double share(int shown, int lastLooks) {
        return samples.shares(nowNanos - lastLooks * LOOK_NANOS, nowNanos)[shown];
    }

    @Test
    void whatGoesOnIsAskedOfMoreAndMoreSeldom() {
        look(50, 1, SOCKET);
        assertThat(asked).isBetween(5, 12);
        assertThat(share(SOCKET, 50)).isEqualTo(1);
    }

    @Test
    void aThreadThatHasNotRunSinceIsNotAskedAboutAgain() {
        isStill = true;
        look(50, 1, SOCKET);
        assertThat(asked).isEqualTo(1);
        assertThat(share(SOCKET, 50)).isEqualTo(1);
        isStill = false;
        look(50, 1, FILE);
        assertThat(share(FILE, 50)).isBetween(0.8, 1.0);
    }

    @Test
    void whereCpuTimesAreSwitchedOffItIsAskedAboutAgain() {
        isStill = true;
        ranNanos = -1;
        look(50, 1, SOCKET);
        look(50, 1, FILE);
        assertThat(share(FILE, 50)).isBetween(0.8, 1.0);
    }

    @Test
    void aNewCallIsAskedAboutAtOnce() {
        look(20, 1, SOCKET);
        look(20, 2, FILE);
        assertThat(share(FILE, 20)).isEqualTo(1);
        assertThat(share(SOCKET, 40)).isCloseTo(0.5, within(0.02));
    }

    @Test
    void anotherWaitIsNoticedSoon() {
        look(100, 1, SOCKET);
        look(100, 1, FILE);
        assertThat(share(FILE, 100)).isBetween(0.9, 1.0);
    }

    @Test
    void whatNobodyCanTellIsNotToldByTheNextWait() {
        look(100, 1, StateSamples.UNREAD);
        look(20, 1, SOCKET);
        assertThat(share(StateSamples.UNREAD, 120)).isBetween(0.8, 0.95);
        assertThat(share(SOCKET, 20)).isBetween(0.5, 1.0);
    }

    @Test
    void ofALongCallThatWaitsAndRunsInTurnsAllIsTold() {
        Random random = new Random(7);
        int looks = 0;
        int waited = 0;
        for (int turn = 0; turn < 240; turn++) {
            int length = 1 + random.nextInt(4);
            look(length, 1, turn % 2 == 0 ? SOCKET : StateSamples.NO_WAIT);
            waited += turn % 2 == 0 ? length : 0;
            looks += length;
        }
        assertThat(share(SOCKET, looks) + share(StateSamples.NO_WAIT, looks)).isCloseTo(1, within(0.01));
        assertThat(share(SOCKET, looks)).isCloseTo((double) waited / looks, within(0.1));
    }

    @Test
    void aThreadThatWentOnMeanwhileIsAskedAboutAgainSoon() {
        isMoving = true;
        look(4, 1, SOCKET);
        isMoving = false;
        look(16, 1, SOCKET);
        assertThat(share(SOCKET, 20)).isEqualTo(1);
    }

    @Test
    void onceTheKernelHadItsAskerWaitNoOtherIsAskedAboutInThatLook() {
        kind = SOCKET;
        took = () -> LockSupport.parkNanos(2 * LOOK_NANOS);
        asking.begin(0);
        for (int thread = 0; thread < 3; thread++) {
            new NativeWait().look(1, thread, thread, file, asking);
        }
        assertThat(asking.hasWaited()).isTrue();
        assertThat(asked).isEqualTo(1);
        asking.begin(0);
        assertThat(asking.isTurn(1)).isTrue();
    }

    @Test
    void besideManyShortWaitsALongOneIsTold() {
        int threads = 40;
        NativeWait[] others = new NativeWait[threads];
        for (int at = 0; at < threads; at++) {
            others[at] = new NativeWait();
        }
        kind = FILE;
        int looks = 100 * NativeLooks.PERIOD;
        for (int i = 0; i < looks; i++) {
            asking.begin(0);
            for (int at = 0; at < threads; at++) {
                others[at].look(i / 2, at, at, file, asking);
            }
            nowNanos += LOOK_NANOS;
        }
        assertThat(asked).as("of %d looks", looks * threads).isLessThanOrEqualTo(looks);
        look(NativeLooks.PERIOD, -1, SOCKET);
        assertThat(share(SOCKET, NativeLooks.PERIOD)).isEqualTo(1);
    }

    @Test
    void threadsThatWaitForLongAreAskedAboutSeldomAndAllIsTold() {
        int looksOfWait = 100;
        NativeWait[] waits = new NativeWait[20];
        StateSamples[] told = new StateSamples[waits.length];
        for (int at = 0; at < waits.length; at++) {
            waits[at] = new NativeWait();
            told[at] = new StateSamples();
        }
        int[] look = {0};
        kind = SOCKET;
        NativeLooks all = new NativeLooks(kinds, thread -> (look[0] + 3 * thread) / looksOfWait);
        for (; look[0] < 100 * NativeLooks.PERIOD; look[0]++) {
            all.begin(0);
            for (int at = 0; at < waits.length; at++) {
                long start = (look[0] + 3L * at) / looksOfWait;
                waits[at].look(start, at, at, file, all);
                waits[at].add(told[at], nowNanos);
            }
            nowNanos += LOOK_NANOS;
        }
        double socket = 0;
        for (StateSamples each : told) {
            socket += each.shares(nowNanos - NativeLooks.PERIOD * LOOK_NANOS, nowNanos)[SOCKET] / told.length;
        }
        assertThat(socket).isGreaterThan(0.95);
        assertThat(asked).as("in %d looks", look[0]).isLessThan(look[0] / 3);
    }

    @Test
    void whatWasNotAskedInOneCallIsNotToldByTheNext() {
        ProcFile known = file;
        file = null;
        look(2, 1, SOCKET);
        file = known;
        look(4, 2, SOCKET);
        assertThat(share(StateSamples.UNREAD, 6)).isCloseTo(1 / 3.0, within(0.01));
    }
}
