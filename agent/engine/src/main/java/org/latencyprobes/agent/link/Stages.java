package org.latencyprobes.agent.link;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The exits of methods of one probe that return a completion stage: timed until it completes and, under the tag {@code until=return}, until
 * they return.
 *
 * <p>The stage itself gets a callback by {@code whenComplete} and is returned as it is. A pending stage holds our callback, so their number
 * is limited: an application that returns one future for ever must not fill up with callbacks. Thread-safe. Nothing is thrown.
 */
final class Stages implements BiFunction<Object, Object, Object> {

    private static final MethodHandle EXIT_ON =
            Handles.virtually(MethodHandles.lookup(), "exit", SiteTargets.STAGE_EXIT);

    static {
        warmUp();
    }

    private final Completions completions;
    private final ProbeRecorder untilReturn;
    private final AtomicReference<BiFunction<Object, Object, Object>> cell = new AtomicReference<>(this);
    private final PendingCalls pending = new PendingCalls();

    Stages(Completions completions) {
        this.completions = completions;
        this.untilReturn = untilReturn(completions.probe());
    }

    /** So that what the JDK needs for it is initialised where there is stack for that. */
    private static void warmUp() {
        try {
            CompletableFuture<Object> future = new CompletableFuture<>();
            future.whenComplete(Callback.to(new AtomicReference<>(), null));
            future.cancel(false);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static ProbeRecorder untilReturn(ProbeRecorder probe) {
        List<String> tags = new ArrayList<>();
        for (Map.Entry<String, String> tag : probe.tags().entrySet()) {
            tags.add(tag.getKey());
            tags.add(tag.getValue());
        }
        tags.add("until");
        tags.add("return");
        try {
            return ProbeRecorder.named(probe.name(), tags.toArray(new String[0]));
        } catch (IllegalArgumentException e) { // it has a tag of that key
            Log.sayLater("no time until return: " + e.getMessage());
            return ProbeRecorder.unregistered(probe.name());
        }
    }

    /** What is timed, for its readers. */
    void tellUntilReturn(Mode mode) {
        if (!mode.isOff()) {
            untilReturn.timesOneIn(mode.oneIn());
        }
    }

    MethodHandle exit() {
        return EXIT_ON.bindTo(this);
    }

    void exit(long startTicks, Object returned, Throwable thrown) {
        Clock clock = completions.clock();
        long endTicks = clock.now();
        if (!completions.isCounted(startTicks) || !completions.isCounting()) {
            return;
        }
        Outcome outcome = thrown == null ? Outcome.OK : Outcome.ERROR;
        endUntilReturn(clock, startTicks, endTicks, outcome);
        if (thrown != null || returned == null || !willEnd(startTicks, (CompletionStage<?>) returned)) {
            Completions.end(completions.probe(), clock, startTicks, endTicks, outcome);
        }
    }

    /** Its time is that of a call on this thread, so it knows what was inside it. */
    private void endUntilReturn(Clock clock, long startTicks, long endTicks, Outcome outcome) {
        if (OpenCalls.isNotTimed(startTicks)) {
            SiteTargets.countUntimed(untilReturn, startTicks, outcome);
            return;
        }
        long nanos = clock.nanosBetween(startTicks, endTicks);
        if (nanos != Clock.NOT_OURS) {
            untilReturn.sampleNested(nanos, startTicks, outcome);
        }
    }

    /** False if the stage is complete already, or does not let itself be watched. */
    private boolean willEnd(long startTicks, CompletionStage<?> stage) {
        AtomicReference<Object> token = new AtomicReference<>();
        try {
            return !isComplete(stage) && await(token, startTicks, stage);
        } catch (Throwable e) { // from a stage of the application's own making
            pending.take(token);
            completions.complain("timed until return, since the stage refused a callback with "
                    + e.getClass().getName());
            return false;
        }
    }

    /** A future that has failed is asked for its reason like one that is pending. */
    private static boolean isComplete(CompletionStage<?> stage) {
        return stage.getClass() == CompletableFuture.class
                && ((CompletableFuture<?>) stage).isDone()
                && !((CompletableFuture<?>) stage).isCompletedExceptionally();
    }

    private boolean await(AtomicReference<Object> token, long startTicks, CompletionStage<?> stage) throws Throwable {
        if (!pending.add(token, startTicks)) {
            completions.complain(PendingCalls.MOST + " calls wait for completion, further ones are not timed");
            return true;
        }
        stage.whenComplete(Callback.to(cell, token));
        if (cell.get() == null) { // the agent has left meanwhile
            pending.take(token);
        }
        return true;
    }

    /** At completion. */
    @Override
    @SuppressWarnings("unchecked") // which it is
    public Object apply(Object token, Object thrown) {
        Clock clock = completions.clock();
        long endTicks = clock.now();
        long startTicks = pending.take((AtomicReference<Object>) token);
        completions.end(clock, startTicks, endTicks, Completions.outcomeOf(thrown));
        return token;
    }

    /** How many calls there were whose stages the application dropped before they completed. */
    long abandoned() {
        return pending.abandoned();
    }

    void retire() {
        cell.set(null);
        pending.clear();
    }
}
