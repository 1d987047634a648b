package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.base.ProcFile;

final class CarrierTimesTest {

    private static final long ID = 7;
    private static final long READING_NANOS = 8_000;
    private static final double MILLI = 1e6;
    private static final Offset<Double> EXACTLY = within(1e-3);
    private static final String READY = "running\n";
    private static final String IN_A_CALL = "202 0x7f 0x80 0x0 0x0 0x0 0x0 0x7ffd 0x7f1c\n";
    private static final String IN_A_PAGE = "-1 0x7ffd 0x7f1c\n";

    @TempDir
    private Path folder;

    private long nowNanos = 1_000_000_000;
    private long cpuNanos = 3_000_000;
    private long delayNanos = 5_000_000;
    private String state = READY;
    private final CarrierTimes carriers = new CarrierTimes(id -> cpuNanos, () -> nowNanos);
    private CarrierReadings carrier;

    /** Another look, after a time in which the thread ran and waited for a CPU; in ms. */
    private void look(double millis, double ran, double delayed) throws IOException {
        nowNanos += (long) (millis * MILLI);
        cpuNanos += (long) (ran * MILLI);
        delayNanos += (long) (delayed * MILLI);
        Files.writeString(folder.resolve("schedstat"), cpuNanos + " " + delayNanos + " 9\n");
        Files.writeString(folder.resolve("syscall"), state);
        carriers.begin();
        carrier = carriers.of(carriers.read(ID));
    }

    private ProcFile open(String name) {
        return ProcFile.open(folder.resolve(name).toString(), SystemCalls.BYTES);
    }

    /** Two looks, after which its files are known and have been read. */
    private void find() throws IOException {
        look(4, 0, 0);
        look(4, 2, 2);
        assertThat(carrier.give(ID, open("schedstat"), open("syscall"))).isTrue();
        look(4, 2, 2);
    }

    private void assertTold(boolean isWhole, double ran, double waited) {
        assertThat(carrier.ran(isWhole)).as("ran").isCloseTo(ran, EXACTLY);
        assertThat(carrier.waited(isWhole)).as("waited").isCloseTo(waited, EXACTLY);
    }

    /** As on a virtual machine, where each reading takes as long as the kernel needs for it. */
    @Test
    void aThreadThatRunsAllTheTimeIsSeenToThoughReadingItsTimeTakesLong() {
        CarrierTimes slow = new CarrierTimes(id -> slowlyReadNanos(), () -> nowNanos += 50);
        slow.begin();
        int at = slow.read(ID);
        assertThat(slow.shareNow(at)).isCloseTo(1, within(0.01));
        nowNanos += 100_000;
        slow.begin();
        slow.read(ID);
        assertThat(slow.of(at).ran(true)).isCloseTo(1, within(0.01));
    }

    private long slowlyReadNanos() {
        nowNanos += READING_NANOS / 2;
        long readNanos = nowNanos;
        nowNanos += READING_NANOS / 2;
        return readNanos;
    }

    @Test
    void whatItDidNotRunForIsNotToldWithoutFiles() throws IOException {
        look(4, 0, 0);
        assertThat(carrier.ran(true)).isNaN();
        look(4, 1, 3);
        assertTold(true, 0.25, 0);
        assertThat(carrier.ran(false)).isNaN();
        look(4, 4, 0);
        assertTold(true, 1, 0);
        assertThat(carrier.ran(false)).isNaN();
    }

    @Test
    void aThreadWithoutACpuWaitsForOne() throws IOException {
        find();
        look(4, 1, 3);
        assertTold(true, 0.25, 0.75);
        assertTold(false, 0.25, 0.75);
    }

    @Test
    void aCallThatHasJustComeIsToldByWhatItsCarrierDidBefore() throws IOException {
        find();
        look(40, 4, 12); // the carrier had no call for the rest
        assertTold(false, 0.25, 0.75);
    }

    @Test
    void aWaitThatGoesOnIsToldBeforeTheKernelAddsIt() throws IOException {
        find();
        look(4, 4, 0);
        look(4, 0, 0);
        assertTold(true, 0, 1);
        assertTold(false, 0, 1);
        look(4, 1, 7);
        assertTold(true, 0.25, 0.75);
        look(4, 1, 0);
        assertTold(true, 0.25, 0); // all of the delay is told by then
    }

    @Test
    void theBeginOfAWaitThatWasNotToldMakesUpForTheNextOnes() throws IOException {
        find();
        look(4, 2, 0);
        assertTold(true, 0.5, 0);
        for (int round = 0; round < 10; round++) {
            look(4, 2, 4); // two at the end of the look before
            assertTold(true, 0.5, 0.5);
            look(4, 2, 0);
            assertTold(true, 0.5, 0.5);
        }
    }

    @Test
    void aThreadInNativeWaitsAndOnACpuInTurnsDoesNotWaitForOne() throws IOException {
        find();
        look(4, 2, 0.1);
        assertTold(true, 0.5, 0.1 / 4);
        look(4, 2, 0);
        assertTold(true, 0.5, 0);
        assertTold(false, 1, 0);
    }

    @Test
    void whatAThreadInASystemCallOrWaitingForAPageDidIsNotTold() throws IOException {
        find();
        for (String each : new String[] {IN_A_CALL, IN_A_PAGE}) {
            state = each;
            look(4, 1, 1);
            assertTold(true, 0.25, 0);
            assertTold(false, 0, 0);
            look(4, 0, 0);
            assertTold(true, 0, 0);
        }
        state = READY;
        look(4, 0, 0); // it may have been in the call until just now
        assertTold(true, 0, 0);
        assertTold(false, 0, 1);
    }

    @Test
    void noFileIsReadOfAThreadThatRunsAllTheTime() throws IOException {
        find();
        state = IN_A_CALL;
        look(4, 4, 0);
        assertTold(false, 1, 0);
        state = READY;
        for (int round = 0; round < 50; round++) {
            look(4, 3.95, 0.05);
        }
        look(4, 2, 0); // whose native wait is not told by the delays before
        assertTold(true, 0.5, 0);
    }

    @Test
    void filesOfAnotherThreadAreLetGo() throws IOException {
        find();
        cpuNanos += 200_000_000;
        Files.writeString(folder.resolve("schedstat"), "1000 1 9\n");
        nowNanos += 400_000_000;
        carriers.begin();
        carriers.read(ID);
        assertThat(carrier.areKnown()).isFalse();
        assertThat(carrier.ran(false)).isNaN();
    }

    @Test
    void filesAreWantedOnceOfThreadsThatWereSeenNotToRunAllTheTime() throws IOException {
        look(4, 4, 0);
        look(4, 4, 0);
        assertThat(carriers.wanted()).isEmpty();
        look(4, 2, 0);
        assertThat(carriers.wanted()).hasSize(SystemCalls.areKnown() ? 1 : 0);
        assertThat(carriers.wanted()).isEmpty();
        assertThat(carrier.give(ID + 1, null, null)).isFalse();
    }

    @Test
    void filesOfFewThreadsAreHeldAndClosedWhereTheseEnd() throws IOException {
        find();
        for (int look = 0; look < 2; look++) {
            nowNanos += 4_000_000;
            carriers.begin();
            for (long id = ID; id < ID + CarrierTimes.MOST; id++) {
                assertThat(carriers.read(id)).isNotEqualTo(CarrierTimes.UNKNOWN);
            }
            assertThat(carriers.read(1)).isEqualTo(CarrierTimes.UNKNOWN);
        }
        assertThat(carriers.wanted()).hasSize(SystemCalls.areKnown() ? CarrierTimes.MOST_WITH_FILES - 1 : 0);
        assertThat(carriers.withFiles()).isEqualTo(1);
        carriers.closeEnded();
        assertThat(carriers.withFiles()).isEqualTo(1);
        cpuNanos = -1;
        carriers.closeEnded();
        assertThat(carriers.withFiles()).isZero();
    }
}
