package org.latencyprobes.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.SnapshotSource;

final class ReportWatchTest {

    private static final long NO_PROCESS = 99_999_999_999L;

    private final SnapshotSource jvm = new SnapshotSource();
    private final LiveModel model = new LiveModel();
    private final List<Long> askedNanos = new ArrayList<>();

    private Answer watch(LiveFeed.Agent agent, BooleanSupplier isThere, int millis) throws UnreachableException {
        return new ReportWatch(4711, model, agent, isThere, said -> {}).watch(Duration.ofMillis(millis));
    }

    private Answer snapshot(Request request) {
        jvm.pass(1);
        return jvm.answer(request);
    }

    private static Answer unreachable(Request request) throws UnreachableException {
        return new AttachClient(NO_PROCESS, Path.of("none.jar"), Duration.ofSeconds(1), said -> {}).ask(request);
    }

    @Test
    void goesOnAfterARequestThatFailsASecondAfterTheFirstAnswer() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            askedNanos.add(System.nanoTime());
            Answer answer = askedNanos.size() == 2 ? unreachable(request) : snapshot(request);
            askedNanos.set(0, askedNanos.size() == 1 ? System.nanoTime() : askedNanos.get(0));
            return answer;
        };

        assertThat(watch(agent, () -> true, 1_100)).isNull();
        assertThat(askedNanos).hasSizeBetween(2, 3); // 2 where the machine was busy
        assertThat(askedNanos.get(1) - askedNanos.get(0)).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(990));
        assertThat(model.view().jvm()).isNotNull();
    }

    /** Then the agent is asked again sooner than after a second. Takes 3 s. */
    @Test
    @Tag("full")
    void progressIsOfTimeWhereTheAgentHasNothingNew() throws UnreachableException {
        List<String> progress = new ArrayList<>();
        LiveFeed.Agent agent = request -> {
            askedNanos.add(System.nanoTime());
            return askedNanos.size() < 13 ? jvm.answer(request) : Answer.failed(ExitCode.NO_AGENT, "no agent");
        };
        long startNanos = System.nanoTime();
        new ReportWatch(4711, model, agent, () -> true, progress::add).watch(Duration.ofMinutes(1));

        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        assertThat(progress)
                .hasSizeBetween(1, 1 + (int) seconds / 10)
                .allMatch(line -> line.startsWith("watching for "));
        assertThat(askedNanos).hasSize(13);
    }

    @Test
    void goesOnAfterAnAnswerThatIsNone() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            askedNanos.add(System.nanoTime());
            return askedNanos.size() == 1 ? new Answer() : snapshot(request);
        };

        assertThat(watch(agent, () -> true, 1)).isNull();
        assertThat(model.view().jvm()).isNotNull();
    }

    @Test
    void theEndOfTheJvmIsSaid() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            askedNanos.add(System.nanoTime());
            return askedNanos.size() == 1 ? snapshot(request) : unreachable(request);
        };
        Answer answer = watch(agent, () -> false, 60_000);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.NO_JVM);
        assertThat(answer.sentences().get(0))
                .matches("JVM 4711 ended after \\d+ s of the watch; nothing was written, the option hlog would .*");
    }

    @Test
    void aRefusalEndsTheWatch() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            askedNanos.add(System.nanoTime());
            return askedNanos.size() == 1 ? snapshot(request) : Answer.failed(ExitCode.NO_AGENT, "no agent");
        };
        Answer answer = watch(agent, () -> true, 60_000);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.NO_AGENT);
        assertThat(answer.sentences()).hasSize(2).last().asString().contains("of the watch; nothing was written");
    }

    @Test
    void aJvmThatIsNotThereOrARefusalIsNotWatched() throws UnreachableException {
        Answer refusal = Answer.failed(ExitCode.NO_AGENT, "no agent");

        assertThat(watch(request -> refusal, () -> true, 60_000)).isSameAs(refusal);
        assertThatThrownBy(() -> watch(ReportWatchTest::unreachable, () -> true, 60_000))
                .isInstanceOf(UnreachableException.class);
    }
}
