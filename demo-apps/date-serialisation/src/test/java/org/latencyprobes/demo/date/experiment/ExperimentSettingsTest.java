package org.latencyprobes.demo.date.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.figures.RecordFile;

class ExperimentSettingsTest {

    @Test
    void areTheSameAfterTheJourney(@TempDir Path folder) throws IOException {
        ExperimentSettings settings = new ExperimentSettings(1, 2L, 3, 4, 5L, 6, 7, 8, 9, 10, 11, true, false, true);

        RecordFile.save(settings, folder.resolve("settings.json"));

        assertThat(RecordFile.load(ExperimentSettings.class, folder.resolve("settings.json")))
                .isEqualTo(settings);
    }
}
