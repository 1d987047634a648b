package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Stage;

/** What a short run of the command printed and left. */
record MeasuredComparison(OutputFolder output, JvmResult result, List<Map<String, String>> rows) {

    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final List<String> RECORDERS = List.of("jlbh", "end to end", "round trip", "schedule lag");

    /** The last call of each side may end after the count, where its thread has lost its processor. */
    private static final double LATE = 2;

    static MeasuredComparison of(BuiltCommand command, Path folder, String... arguments) throws IOException {
        OutputFolder output = new OutputFolder(folder);
        JvmResult result = command.with((Object[]) arguments)
                .arguments("--blocks=1", "--runs=1", "--heap=256m", "--output=" + output.root())
                .start()
                .finish(LONGEST);
        return new MeasuredComparison(output, result, CsvRows.of(output));
    }

    List<Map<String, String>> rows(Engine engine, String agent, String recorder) {
        return rows.stream()
                .filter(row -> row.get("engine").equals(engine.name())
                        && row.get("agent").equals(agent)
                        && row.get("recorder").equals(recorder))
                .toList();
    }

    void assertAnswersEveryMessage(Engine engine, String agent, int messages) {
        assertThat(RECORDERS)
                .allSatisfy(recorder -> assertThat(rows(engine, agent, recorder))
                        .isNotEmpty()
                        .allSatisfy(row -> assertThat(row).containsEntry("count", "" + messages)));
    }

    /** A write to a full socket is repeated, and so counts twice. Both sides of an engine count together. */
    void assertCountsEveryStage(Engine engine, int messages) {
        for (Stage stage : engine.stages()) {
            double expected = messages
                    * engine.stages().stream()
                            .filter(other -> other.name().equals(stage.name()))
                            .count();
            assertThat(rows(engine, "on", "stage " + stage.name()))
                    .as(stage.name())
                    .isNotEmpty()
                    .allSatisfy(row -> {
                        double calls = Double.parseDouble(row.get("count"));
                        if (stage.name().equals("write")) {
                            assertThat(calls).isGreaterThanOrEqualTo(expected - LATE);
                        } else {
                            assertThat(calls).isCloseTo(expected, within(LATE));
                        }
                    });
        }
    }
}
