package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small one of the runs that {@link Scale} makes by command; docs/internals/backends.md has the large one's figures. */
@Tag("nightly")
final class ScaleIT {

    private static final int JVMS = 40;
    private static final int PROBES = 50;

    @TempDir
    private Path folder;

    @Test
    void manyJvmsArriveEachWithItsOwnDataAndPercentilesOverAllAreTrue() throws IOException {
        Scale.Figures figures = new Scale(folder, JVMS, PROBES, 1_000, 1000, 1).run();
        System.out.println(figures);
        assertThat(figures.jvms()).isEqualTo(JVMS);
        assertThat(figures.calls()).isEqualTo(figures.expectedCalls());
        assertThat(figures.p99Error()).isCloseTo(0, Offset.offset(0.015));
        assertThat(figures.p999Error()).isCloseTo(0, Offset.offset(0.015));
    }
}
