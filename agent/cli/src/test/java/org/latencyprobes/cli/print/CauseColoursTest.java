package org.latencyprobes.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CauseColoursTest {

    @Test
    void causesThatMatterMostComeFirstAndUnknownIsGrey() {
        Map<String, Integer> colours = CauseColours.of(Stream.of("unknown", "lock", "on-cpu", "lock", "sleep"));
        assertThat(colours).containsEntry("lock", 1).containsEntry("sleep", 2).containsEntry("unknown", 7);
        assertThat(colours.keySet()).startsWith("lock", "on-cpu", "sleep").endsWith("unknown");
    }

    @Test
    void timeOnACpuHasOneColourInSeveralShapes() {
        Map<String, Integer> colours =
                CauseColours.of(Stream.of("on-cpu", "on-cpu or cpu-wait", "on-cpu or short wait"));
        assertThat(colours)
                .containsEntry("on-cpu", 0)
                .containsEntry("on-cpu or cpu-wait", 8)
                .containsEntry("on-cpu or short wait", 16);
    }

    /** As for what is not explained yet, and from an agent of another version. */
    @Test
    void whatIsNoCauseLooksLikeWhatIsUnknown() {
        Map<String, Integer> colours = CauseColours.of(Stream.of("not-explained", "lock", "magic"));
        assertThat(colours)
                .containsEntry("not-explained", 7)
                .containsEntry("magic", 7)
                .containsEntry("lock", 1)
                .containsEntry("gc", 2);
    }

    /** As many as there are. */
    @Test
    void noTwoCausesLookTheSame() {
        Map<String, Integer> colours = CauseColours.of(
                Stream.of("lock", "park", "sleep", "wait", "socket", "file", "overhead", "on-cpu", "cpu-wait"));
        assertThat(colours).containsKeys("gc", "safepoint", "throttled", "paused");
        assertThat(colours.values()).doesNotHaveDuplicates();
    }
}
