package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Count;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;

final class ControlChannelTest implements ControlChannel.Agent {

    private final AtomicBoolean isAsked = new AtomicBoolean();
    private final ControlChannel channel = new ControlChannel(this);

    @Override
    public Answer answer(Request request, Progress progress) {
        isAsked.set(true);
        return new Answer().say(String.valueOf(Count.ofRows(request.arguments().get(0))));
    }

    @Override
    public boolean isGone() {
        return false;
    }

    private Answer ask(String command, String... arguments) {
        return channel.answer(new Request(command, List.of(arguments)), ControlChannel.NOBODY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"attach", "probe", "unprobe", "mode", "tail"})
    void whatChangesProbesWaitsForItsTurn(String command) throws Exception {
        Thread other = new Thread(() -> ask(command, "1"));
        channel.inTurn(() -> {
            other.start();
            Await.patiently().until(() -> other.getState() == Thread.State.BLOCKED || !other.isAlive());
            assertThat(isAsked).isFalse();
            assertThat(ask("status", "7").sentences()).containsExactly("7");
            return ask(command, "8");
        });
        other.join();
    }

    /** The one is while others weave. The other writes a file, and takes its turn after that. */
    @ParameterizedTest
    @ValueSource(strings = {"renew", "end"})
    void renewalAndEndOfTailWaitForNoTurn(String what) throws Exception {
        Thread other = new Thread(() -> ask("tail", what));
        channel.inTurn(() -> {
            other.start();
            other.join(Await.LONG.toMillis());
            assertThat(isAsked).isTrue();
            return new Answer();
        });
    }

    @Test
    void badArgumentsAreNamed() {
        assertThat(ask("slow", "-1").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(ask("slow", "-1").sentences())
                .containsExactly(
                        "slow: number of rows \"-1\" is not allowed; it takes whole numbers from 0 to 2147483647");
        assertThat(ask("stalls", "").sentences().get(0)).startsWith("stalls: number of rows \"\" is not allowed");
        assertThat(ask("stalls").sentences()).containsExactly("arguments of stalls are missing");
    }
}
