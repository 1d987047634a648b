package org.latencyprobes.agent.link;

import java.lang.invoke.CallSite;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.internal.probe.ProbeRecorder;

/** The call sites of one probe for methods whose end comes later than their return. Threads as {@link ProbeSites}. */
final class AsyncSites {

    private final Completions completions;
    private Stages stages;
    private MutableCallSite stageExit;
    private MutableCallSite suspensionExit;

    AsyncSites(ProbeRecorder probe, Mode mode, Clock clock) {
        completions = new Completions(probe, mode, clock);
        probe.mayBeCancelled();
    }

    Completions completions() {
        return completions;
    }

    /** One target for all modes: what the enter did not time it ignores. */
    synchronized CallSite stageExit() {
        if (stageExit == null) {
            stages = new Stages(completions);
            stages.tellUntilReturn(completions.mode());
            stageExit = new MutableCallSite(stages.exit());
        }
        return stageExit;
    }

    /** One target for all modes: what the enter did not time is null. */
    synchronized CallSite suspensionExit() {
        if (suspensionExit == null) {
            suspensionExit = new MutableCallSite(Suspension.exit(completions));
        }
        return suspensionExit;
    }

    synchronized long abandoned() {
        return stages == null ? 0 : stages.abandoned();
    }

    synchronized void mode(Mode wanted) {
        completions.mode(wanted);
        if (stages != null) {
            stages.tellUntilReturn(wanted);
        }
    }

    void clock(Clock next) {
        completions.clock(next);
    }

    synchronized void retire() {
        completions.retire();
        if (stages != null) {
            stages.retire();
        }
    }

    synchronized List<MutableCallSite> sites() {
        List<MutableCallSite> sites = new ArrayList<>();
        if (stageExit != null) {
            sites.add(stageExit);
        }
        if (suspensionExit != null) {
            sites.add(suspensionExit);
        }
        return sites;
    }
}
