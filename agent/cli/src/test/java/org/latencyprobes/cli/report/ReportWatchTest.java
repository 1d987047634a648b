package org.latencyprobes.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.cli.base.Interrupt;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.SnapshotSource;

final class ReportWatchTest {

    private static final long NO_PROCESS = 99_999_999_999L;

    private final SnapshotSource jvm = new SnapshotSource();
    private final LiveModel model = new LiveModel();
    private final List<Long> askedMillis = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();
    private long nowNanos;

    /** For a minute, which is over at once: whatever it waits for passes. */
    private Answer watch(LiveFeed.Agent agent, BooleanSupplier isThere) throws UnreachableException {
        return watch(agent, isThere, Duration.ofMinutes(1));
    }

    private Answer watch(LiveFeed.Agent agent, BooleanSupplier isThere, Duration time) throws UnreachableException {
        return new ReportWatch(4711, model, agent, isThere, progress::add) {
            @Override
            long nanoTime() {
                return nowNanos;
            }

            @Override
            boolean comesWithin(Interrupt interrupt, long nanos) {
                nowNanos += nanos;
                return false;
            }
        }.watch(time);
    }

    private Answer snapshot(Request request) {
        jvm.pass(1);
        return jvm.answer(request);
    }

    private static Answer unreachable(Request request) throws UnreachableException {
        return new AttachClient(NO_PROCESS, Path.of("none.jar"), Duration.ofSeconds(1), said -> {}).ask(request);
    }

    private void asked() {
        askedMillis.add(TimeUnit.NANOSECONDS.toMillis(nowNanos));
    }

    @Test
    void goesOnAfterARequestThatFailsASecondAfterTheFirstAnswer() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            asked();
            nowNanos +=
                    askedMillis.size() == 1 ? TimeUnit.MILLISECONDS.toNanos(300) : 0; // as the first request may take
            return askedMillis.size() == 2 ? unreachable(request) : snapshot(request);
        };

        assertThat(watch(agent, () -> true, Duration.ofMillis(2_500))).isNull();
        assertThat(askedMillis).containsExactly(0L, 1_300L, 2_300L, 2_800L);
        assertThat(model.view().facts()).isNotNull();
    }

    @Test
    void whereTheAgentHasNothingNewItIsAskedAgainSoonerAndProgressIsOfTime() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            asked();
            return askedMillis.size() < 120 ? jvm.answer(request) : Answer.failed(ExitCode.NO_AGENT, "no agent");
        };
        watch(agent, () -> true);

        assertThat(askedMillis).startsWith(0L, 1_000L, 1_200L, 1_400L).hasSize(120);
        assertThat(progress)
                .containsExactly(
                        "watching for 60 s; Ctrl-C ends it sooner",
                        "watching for 50 s; Ctrl-C ends it sooner",
                        "watching for 40 s; Ctrl-C ends it sooner");
    }

    @Test
    void goesOnAfterAnAnswerThatIsNone() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            asked();
            return askedMillis.size() == 1 ? new Answer() : snapshot(request);
        };

        assertThat(watch(agent, () -> true, Duration.ofMillis(1))).isNull();
        assertThat(model.view().facts()).isNotNull();
    }

    @Test
    void theEndOfTheJvmIsSaid() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            asked();
            return askedMillis.size() == 1 ? snapshot(request) : unreachable(request);
        };
        Answer answer = watch(agent, () -> false);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.NO_JVM);
        assertThat(answer.sentences().get(0))
                .matches("JVM 4711 ended after \\d+ s of the watch; nothing was written, the option hlog would .*");
    }

    @Test
    void aRefusalEndsTheWatch() throws UnreachableException {
        LiveFeed.Agent agent = request -> {
            asked();
            return askedMillis.size() == 1 ? snapshot(request) : Answer.failed(ExitCode.NO_AGENT, "no agent");
        };
        Answer answer = watch(agent, () -> true);

        assertThat(answer.exitCode()).isEqualTo(ExitCode.NO_AGENT);
        assertThat(answer.sentences()).hasSize(2).last().asString().contains("of the watch; nothing was written");
    }

    @Test
    void aJvmThatIsNotThereOrARefusalIsNotWatched() throws UnreachableException {
        Answer refusal = Answer.failed(ExitCode.NO_AGENT, "no agent");

        assertThat(watch(request -> refusal, () -> true)).isSameAs(refusal);
        assertThatThrownBy(() -> watch(ReportWatchTest::unreachable, () -> true))
                .isInstanceOf(UnreachableException.class);
    }
}
