package org.latencyprobes.agent.serve.why;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.SessionControl;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.AnswerLimit;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.agent.serve.ControlThread;
import org.latencyprobes.agent.serve.Leaving;
import org.latencyprobes.agent.serve.SelectionThreads;

/** An agent that weaves nothing, and whose commands but {@code why} are answered with nothing. */
abstract class WhyOfNoJvm implements ControlChannel.Agent {

    private static final String OPTIONS = "jitter=off,report=off,slow=20ms";
    static final String ID = "7";
    static final long MILLIS = 1_000_000;
    static final Duration LONG = Await.LONG;

    final ControlChannel channel = new ControlChannel(this);
    final SelectionThreads selection = new SelectionThreads();
    Settings settings;
    ControlThread control;
    OfNoJvm why;

    /** It has no clock of Flight Recorder's, and no threads where a test says so. */
    static final class OfNoJvm extends WhyRequests {

        boolean isOut;
        final AtomicBoolean isBeginning = new AtomicBoolean();
        long longestBeginMillis = WhyRecording.LONGEST_BEGIN_MILLIS;

        OfNoJvm(ControlChannel channel, Settings settings, ControlThread control, SelectionThreads selection) {
            super(parts(null, channel, settings, control, selection));
        }

        static AgentParts parts(
                Leaving leaving,
                ControlChannel channel,
                Settings settings,
                ControlThread control,
                SelectionThreads selection) {
            return new AgentParts(
                    leaving,
                    settings,
                    control,
                    control.outputs(),
                    selection,
                    null,
                    null,
                    null,
                    channel,
                    null,
                    null,
                    null,
                    null,
                    0);
        }

        @Override
        Lease newLease(long millis, Runnable undo) {
            if (isOut) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return super.newLease(millis, undo);
        }

        @Override
        WhyRecording newRecording() {
            return new WhyRecording(null, isBeginning, longestBeginMillis) {
                @Override
                ClockPair eventTicks() {
                    return new ClockPair(0, 0, 0);
                }
            };
        }
    }

    @BeforeEach
    void begin() throws BadOptionException {
        Sources sources = Sources.of(OPTIONS);
        Options options = Options.of(sources);
        control = SessionControl.begin(sources, options, instrumentation());
        AnswerLimit.set(control, LONG.toMillis());
        settings = new Settings(sources, options);
        why = new OfNoJvm(channel, settings, control, selection);
    }

    private static Instrumentation instrumentation() {
        return (Instrumentation) Proxy.newProxyInstance(
                Instrumentation.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, given) -> method.getReturnType() == boolean.class
                        ? false
                        : method.getReturnType() == Class[].class ? new Class<?>[0] : null);
    }

    @AfterEach
    void end() {
        why.leave();
        control.finish(false);
        selection.end();
        channel.end();
    }

    @Override
    public Answer answer(Request request, Progress progress) throws ExecutionException {
        if (request instanceof Request.WhyBegin begin) {
            return why.begin(begin);
        }
        if (request instanceof Request.WhyRenew renew) {
            return why.renew(renew);
        }
        return new Answer();
    }

    @Override
    public boolean isGone() {
        return false;
    }

    final Answer ask(Request request) {
        return channel.answer(request, ControlChannel.NOBODY);
    }

    final Answer begin(boolean deep, long slowNanos) {
        return ask(new Request.WhyBegin(ID, MILLIS, MILLIS, deep, slowNanos, List.of()));
    }

    final Answer renew(String id, long millis) {
        return ask(new Request.WhyRenew(id, millis));
    }

    final Answer end(String id, String file) {
        try {
            return why.end(id, file);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    final String stackRemark() throws ExecutionException {
        return control.call(() -> new Answer().say(control.outputs().slow().stackRemark()))
                .sentences()
                .get(0);
    }
}
