package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.common.RecordProperties;

class ExperimentSettingsTest {

    @Test
    void areTheSameAfterTheJourney() {
        ExperimentSettings settings = new ExperimentSettings(1, 2L, 3, 4, 5L, 6, 7, 8, 9, 10, 11, true, false, true);

        assertThat(RecordProperties.to(ExperimentSettings.class, RecordProperties.of(settings)))
                .isEqualTo(settings);
    }
}
