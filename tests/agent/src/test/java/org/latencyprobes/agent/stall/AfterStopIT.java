package org.latencyprobes.agent.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.backend.HttpStub;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests that what was due while a JVM was stopped does not all come once it goes on. */
@Tag("full")
final class AfterStopIT {

    private static final int STOP_MILLIS = 4_000;
    private static final Pattern SEVERAL = Pattern.compile("since the last time, (\\d+) intervals in one");

    private static RunningJvm start(String options) {
        return ForkedJvm.of(UnderLoad.class)
                .withAgent("jitter=off," + options)
                .start()
                .awaitText("ready");
    }

    @Test
    void oneReportCoversTheIntervalsThatPassed() throws InterruptedException {
        try (RunningJvm jvm = start("report=stdout,interval=100ms")) {
            jvm.awaitText("since the last time");
            jvm.stopFor(STOP_MILLIS);
            jvm.await("a report of several intervals", () -> {
                Matcher several = SEVERAL.matcher(jvm.printed());
                return several.results().anyMatch(found -> Integer.parseInt(found.group(1)) > STOP_MILLIS / 200);
            });
        }
    }

    /** However late one is, the next comes where its step ends. Three in the time of a step would be some that are made up for. */
    @Test
    void otlpSendsNoTwoPublishesOfOneStep() throws InterruptedException {
        try (HttpStub stub = new HttpStub();
                RunningJvm jvm = start("report=off,otlp.step=1s,otlp.url=" + stub.url())) {
            jvm.await("a publish", () -> !stub.received().isEmpty());
            jvm.stopFor(STOP_MILLIS);
            int before = stub.received().size();
            jvm.await("publishes", () -> stub.received().size() >= before + 4);
            List<Long> at =
                    stub.received().stream().map(HttpStub.Received::nanos).toList();
            for (int i = 2; i < at.size(); i++) {
                assertThat(at.get(i) - at.get(i - 2)).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
            }
        }
    }
}
