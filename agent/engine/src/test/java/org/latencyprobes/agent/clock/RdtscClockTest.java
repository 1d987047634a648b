package org.latencyprobes.agent.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Where the counter is not read by a page of the agent's; and what follows it. */
final class RdtscClockTest {

    private static final String INVARIANT = "flags\t\t: fpu tsc constant_tsc nonstop_tsc\n";

    @TempDir
    private Path folder;

    private String refusal(String source, String processors) throws IOException {
        Path kernel = Files.writeString(folder.resolve("source"), source + "\n");
        return RdtscClock.Opening.refusalOfSystem(kernel, Files.writeString(folder.resolve("cpuinfo"), processors));
    }

    @Test
    void theKernelHasToUseItAndEachProcessorToSayThatItIsConstant() throws IOException {
        assertThat(refusal("tsc", INVARIANT + INVARIANT)).isNull();
        assertThat(refusal("kvm-clock", INVARIANT))
                .isEqualTo("the kernel's own clock is not the counter but kvm-clock");
        assertThat(refusal("tsc", INVARIANT + "flags\t\t: fpu tsc constant_tsc\n"))
                .contains("constant rate");
        assertThat(refusal("tsc", "")).as("nothing is said").contains("constant rate");
        assertThat(RdtscClock.Opening.refusalOfSystem(folder.resolve("none"), folder))
                .startsWith("the system does not say");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void olderJdksHaveNoWayToIt() {
        assertThatThrownBy(() -> CounterPage.reader(null))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("it takes JDK 22 or later");
    }

    /** By a counter that ran ahead. */
    @Test
    void callsThatBeganByAClockThatIsLeftAreNotTimedByTheNext() {
        Clock before = new NanoTimeClock();
        long ahead = before.now() + 1_000_000_000;
        Clock late = new LateNanoTimeClock();
        assertThat(late.isOwn(ahead)).isFalse();
        assertThat(late.nanosBetween(ahead, late.now())).isEqualTo(Clock.NOT_OURS);
        assertThat(before.nanosBetween(late.now(), before.now())).isEqualTo(Clock.NOT_OURS);
        long start = late.now();
        assertThat(late.isOwn(start)).isTrue();
        assertThat(late.nanosBetween(start, start + 5)).isEqualTo(5);
    }
}
