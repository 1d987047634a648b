package org.latencyprobes.agent.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;

final class ControlChannelTest implements ControlChannel.Agent {

    private final AtomicBoolean isAsked = new AtomicBoolean();
    private final ControlChannel channel = new ControlChannel(this);

    @Override
    public Answer answer(Request request, Progress progress) {
        isAsked.set(true);
        return new Answer().say(request.command());
    }

    @Override
    public boolean isGone() {
        return false;
    }

    private Answer ask(Request request) {
        return channel.answer(request, ControlChannel.NOBODY);
    }

    private static Stream<Request> changes() {
        return Stream.of(
                new Request.Attach(""),
                new Request.Probe(List.of(), false, false),
                new Request.Unprobe("", false),
                new Request.Mode("", ""),
                new Request.WhyBegin("7", 1, 0, false, 0, List.of()));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatChangesProbesWaitsForItsTurn(Request change) throws Exception {
        Thread other = new Thread(() -> ask(change));
        channel.inTurn(() -> {
            other.start();
            Await.patiently().until(() -> other.getState() == Thread.State.BLOCKED || !other.isAlive());
            assertThat(isAsked).isFalse();
            assertThat(ask(new Request.Status(false)).sentences()).containsExactly("status");
            return ask(change);
        });
        other.join();
    }

    private static Stream<Request> outOfTurn() {
        return Stream.of(new Request.WhyRenew("7", 1), new Request.WhyEnd("", false));
    }

    /** The one is while others weave. The other writes a file, and takes its turn after that. */
    @ParameterizedTest
    @MethodSource("outOfTurn")
    void renewalAndEndOfWhyWaitForNoTurn(Request request) throws Exception {
        Thread other = new Thread(() -> ask(request));
        channel.inTurn(() -> {
            other.start();
            other.join(Await.LONG.toMillis());
            assertThat(isAsked).isTrue();
            return new Answer();
        });
    }
}
