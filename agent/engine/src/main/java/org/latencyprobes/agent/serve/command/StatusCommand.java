package org.latencyprobes.agent.serve.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.disturbance.DisturbanceWatch;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.JvmTables;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.output.Outputs;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.agent.protocol.state.OptionRow;
import org.latencyprobes.agent.protocol.state.PatternRow;
import org.latencyprobes.agent.protocol.state.RefusedRow;
import org.latencyprobes.agent.protocol.state.StatusFacts;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.ControlThread;
import org.latencyprobes.agent.serve.why.WhyRequests;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.internal.counts.MemoryCap;

/** The command {@code status}: facts about the agent, its backends, options, patterns. */
final class StatusCommand extends Command<Request.Status> {

    private final WhyRequests why;

    StatusCommand(AgentParts agent, WhyRequests why) {
        super(agent, Request.Status.class, Place.CONTROL);
        this.why = why;
    }

    /** With facts about the JVM where they are asked for: to look for them loads classes. */
    @Override
    Answer answer(Request.Status asked, Progress progress) {
        Outputs outputs = agent.outputs();
        Answer answer = new Answer().add(StatusFacts.NAME, facts(outputs));
        backends(answer, outputs.backends());
        outputs.conditions().carriers(answer);
        answer.add(PatternRow.TABLE, PatternRow.class, agent.settings().patterns());
        missing(options(answer));
        if (!outputs.logProblem().isEmpty()) {
            answer.say(outputs.logProblem());
        }
        return asked.jvm() ? JvmTables.to(answer) : answer;
    }

    private StatusFacts facts(Outputs outputs) {
        ControlThread control = agent.control();
        ClockChoice clock = agent.clock();
        Linker linker = agent.linker();
        List<MethodExplanation> woven = agent.weaving().woven();
        Costs costs = control.costs().of(CostMeasure.Calls.soFar());
        StallTimeline timeline = outputs.stalls();
        Long stalls = timeline == null ? null : timeline.recorded();
        DisturbanceWatch disturbances = outputs.conditions().disturbances();
        String folder = control.recording().folder();
        return new StatusFacts(
                Version.text(),
                agent.jar(),
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                Instant.ofEpochMilli(agent.startMillis()).toString(),
                agent.channel().place(),
                linker.mode().toString(),
                linker.linked().size(),
                woven.size(),
                Explanations.classes(woven),
                woven.stream().filter(MethodExplanation::losesInlining).count(),
                costs.calls() + costs.counted() == 0 ? Double.NaN : costs.percentOfCore(),
                agent.weaveLog().refusals() + linker.refusals(),
                MemoryCap.usedBytes(),
                MemoryCap.capBytes(),
                costs.clock(),
                costs.readNanos(),
                costs.stepNanos(),
                costs.errorPerMillion(),
                clock.present() == null ? "chosen with the first probe" : clock.reason(),
                outputs.jitter().stallSources(),
                stalls,
                stalls == null ? null : StallTimeline.forgotten(stalls),
                control.recording().state(),
                folder.isEmpty() ? null : folder,
                why.state(),
                disturbances == null ? null : disturbances.timeline().recorded(),
                disturbances == null ? null : disturbances.compileTimeSource());
    }

    static Answer backends(Answer answer, List<BackendRow> backends) {
        return answer.add(BackendRow.TABLE, BackendRow.class, backends);
    }

    Answer options(Answer answer) {
        List<OptionRow> rows = new ArrayList<>();
        for (Option option : Option.values()) {
            Given given = agent.settings().sources().given(option);
            rows.add(new OptionRow(option.key(), agent.settings().sources().shown(option), given.where()));
        }
        agent.settings()
                .sources()
                .passThrough()
                .forEach(
                        (key, given) -> rows.add(new OptionRow(key, Secrets.shown(key, given.value()), given.where())));
        return answer.add(OptionRow.TABLE, OptionRow.class, rows);
    }

    Answer refused(Answer answer) {
        missing(answer);
        if (agent.weaveLog().refusals() > 0) {
            answer.say("refused: " + agent.weaveLog().reasons());
        }
        List<RefusedRow> rows = new ArrayList<>();
        agent.weaveLog().refused().forEach((method, reason) -> rows.add(new RefusedRow(method, reason)));
        return answer.add(RefusedRow.TABLE, RefusedRow.class, rows);
    }
}
