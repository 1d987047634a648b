package org.latencyprobes.demo.date.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.date.DateSamples;

class ExperimentResultTest {

    @Test
    void isTheSameAfterTheJourney(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("result.json");
        ExperimentResult result =
                new ExperimentResult(61.5, List.of(DateSamples.run(2_000, 60), DateSamples.run(2_345, 60)));

        result.save(file);

        assertThat(ExperimentResult.load(file)).isEqualTo(result);
    }

    @Test
    void comparesAllRunsButTheFirst() {
        ExperimentResult result = DateSamples.result(2_000);

        assertThat(result.compared()).containsExactly(result.runs().get(1));
        assertThat(result.isCompared(0)).isFalse();
        assertThat(result.isCompared(1)).isTrue();
    }
}
