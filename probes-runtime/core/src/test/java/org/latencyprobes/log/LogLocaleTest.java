package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.probe.LatencyProbe;

class LogLocaleTest {

    private final Locale locale = Locale.getDefault();

    @TempDir
    private Path directory;

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @Test
    void logIsReadableWhereDecimalsHaveCommas() throws IOException {
        Locale.setDefault(Locale.GERMANY);
        LatencyProbe.named("with commas").recordNanos(1_500_000);
        Path file = directory.resolve("app.hlog");
        try (HistogramLog log = new HistogramLog(file, 1 << 20, 0)) {
            log.write();
        }
        Locale.setDefault(locale);
        assertThat(LogFile.count(file, "with commas")).isEqualTo(1);
    }
}
