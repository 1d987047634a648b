package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.probe.LatencyProbe;

/** Names and tags through a real file and HdrHistogram's reader. */
class LogTagTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a,b", "\"q\"", "a\nb", "Zürich 時 😀", "a;b", "a=b", "100%", "a+b", "#x", "Tag=x"})
    void anyNameComesBack(String name) throws IOException {
        LatencyProbe.named(name, "k " + name, name, "empty", "").recordNanos(7);
        Path file = directory.resolve("tags.hlog");
        try (HistogramLog log = new HistogramLog(file, 1 << 20, 0)) {
            log.write();
        }
        List<Histogram> histograms = LogFile.histograms(file, name);
        assertThat(histograms).hasSize(1);
        assertThat(histograms.get(0).getCountAtValue(7)).isEqualTo(1);
        Tag tag = Tag.decode(histograms.get(0).getTag());
        assertThat(tag.tags()).containsEntry("k " + name, name).containsEntry("empty", "");
        assertThat(tag.outcome()).isEqualTo("ok");
    }
}
