package org.latencyprobes.demo.fix.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.common.figures.RecordFile;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.registry.Engines;

/** A test of measurements in this JVM. It does not test times. */
@Timeout(600)
@Tag("full")
class MeasurementTest {

    private static final int ITERATIONS = 1_000;
    private static final int RUNS = 2;

    @TempDir
    private Path folder;

    @Test
    void answersEveryMessageOfEveryRun() throws Exception {
        MeasurementResult result = measure(Workloads.of("echo", 4_000, ITERATIONS, RUNS));

        assertThat(result.runs()).hasSize(RUNS).allSatisfy(run -> {
            assertThat(run.count()).isEqualTo(ITERATIONS);
            assertThat(run.jlbh().count()).isEqualTo(ITERATIONS);
            assertThat(run.roundTrip().meanNanos())
                    .isLessThanOrEqualTo(run.endToEnd().meanNanos());
        });
        assertThat(RecordFile.load(MeasurementResult.class, folder.resolve("result.json")))
                .isEqualTo(result);
        assertThat(Files.readAllLines(folder.resolve("result.latency.csv")))
                .hasSize(1 + ITERATIONS)
                .startsWith("message,due,sent,round trip,end to end");
        assertThat(tags(folder.resolve("result.run-1.hlog")))
                .containsExactly("end%20to%20end;ok", "round%20trip;ok", "schedule%20lag;ok");
    }

    @Test
    void dropsTheRunInWhichTheRateSettles() throws Exception {
        MeasurementResult result = measure(Workloads.settling("echo", 4_000, ITERATIONS));

        assertThat(result.runs()).hasSize(1);
        assertThat(folder.resolve("result.run-1.hlog")).exists();
        assertThat(folder.resolve("result.run-2.hlog")).doesNotExist();
    }

    static Stream<String> parsers() {
        return Engines.all().stream()
                .filter(engine -> engine.parser().isPresent())
                .map(Engine::name);
    }

    @ParameterizedTest
    @MethodSource("parsers")
    void drivesTheParserAlone(String engine) throws Exception {
        MeasurementResult result = measure(Workloads.parsing(engine, 10_000, ITERATIONS, Workload.Subject.PARSER));

        assertThat(result.runs().get(0).count()).isEqualTo(ITERATIONS);
    }

    @Test
    void writesEachMessageOfAParserThatLogs() throws Exception {
        MeasurementResult result =
                measure(Workloads.parsing("philadelphia-blocking", 10_000, ITERATIONS, Workload.Subject.LOGGED_PARSER));

        long messages = Workloads.WARM_UP + ITERATIONS;
        assertThat(folder.resolve("messages.log")).hasSize(messages * PublishedOrder.bytes().length);
        assertThat(result.capacity()).isPositive();
    }

    @Test
    void leavesNoResultWhereSomethingBroke() {
        assertThatThrownBy(() -> measurement(unlinked(echo()), Workloads.of("echo", 4_000, ITERATIONS, RUNS))
                        .run())
                .isInstanceOf(NoClassDefFoundError.class);
        assertThat(folder.resolve("result.json")).doesNotExist();
    }

    private MeasurementResult measure(Workload workload) throws Exception {
        return measurement(Engines.named(workload.engine()), workload).run();
    }

    private Measurement measurement(Engine engine, Workload workload) {
        return new Measurement(engine, workload, folder.resolve("result.json"), folder);
    }

    private static Engine echo() {
        return Engines.named("echo");
    }

    /** An engine of which a part is missing at run time. */
    private static Engine unlinked(Engine engine) {
        return (Engine) Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("accept")) {
                        throw new NoClassDefFoundError("some/Part");
                    }
                    return method.invoke(engine, arguments);
                });
    }

    private static List<String> tags(Path hlog) throws IOException {
        List<String> tags = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(hlog.toFile())) {
            for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
                tags.add(next.getTag());
            }
        }
        return tags;
    }
}
