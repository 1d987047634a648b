package org.latencyprobes.agent.serve.command;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.disturbance.DisturbanceWatch;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.JvmTables;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.output.Outputs;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.agent.protocol.state.HelloFacts;
import org.latencyprobes.agent.protocol.state.OptionRow;
import org.latencyprobes.agent.protocol.state.PatternRow;
import org.latencyprobes.agent.protocol.state.RefusedRow;
import org.latencyprobes.agent.protocol.state.StatusFacts;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.agent.serve.ControlThread;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.internal.counts.Memory;

/** The tables about the agent itself that commands show: facts, backends, options, refusals. */
public final class Status {

    private final String jar;
    private final long startMillis;
    private final ControlChannel channel;
    private final ClockChoice clock;
    private final Linker linker;
    private final WeaveLog weaveLog;
    private final Weaving weaving;

    public Status(
            String jar,
            long startMillis,
            ControlChannel channel,
            ClockChoice clock,
            Linker linker,
            WeaveLog weaveLog,
            Weaving weaving) {
        this.jar = jar;
        this.startMillis = startMillis;
        this.channel = channel;
        this.clock = clock;
        this.linker = linker;
        this.weaveLog = weaveLog;
        this.weaving = weaving;
    }

    /** Who answers. These facts stay as they are in all versions. */
    static Answer hello() {
        return new Answer()
                .add(
                        HelloFacts.NAME,
                        new HelloFacts(Version.text(), ProcessHandle.current().pid()));
    }

    /** With facts about the JVM where they are asked for: to look for them loads classes. */
    Answer answer(Settings settings, ControlThread control, String tail, boolean isOfJvm) {
        Outputs outputs = control.outputs();
        Answer answer = new Answer().add(StatusFacts.NAME, facts(control, tail));
        backends(answer, outputs.backends());
        outputs.conditions().carriers(answer);
        answer.add(PatternRow.TABLE, PatternRow.class, settings.patterns());
        remarks(options(answer, settings));
        if (!outputs.logProblem().isEmpty()) {
            answer.say(outputs.logProblem());
        }
        return isOfJvm ? JvmTables.to(answer) : answer;
    }

    private StatusFacts facts(ControlThread control, String tail) {
        Outputs outputs = control.outputs();
        List<MethodExplanation> woven = weaving.woven();
        Costs costs = control.costs().of(new CostMeasure.Calls(0, 0, 0, null));
        StallTimeline timeline = outputs.jitter().stalls();
        Long stalls = timeline == null ? null : timeline.recorded();
        DisturbanceWatch disturbances = outputs.conditions().disturbances();
        String folder = control.recording().folder();
        return new StatusFacts(
                Version.text(),
                jar,
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                Instant.ofEpochMilli(startMillis).toString(),
                channel.place(),
                linker.mode().toString(),
                linker.linked().size(),
                woven.size(),
                Explanations.classes(woven),
                woven.stream().filter(MethodExplanation::losesInlining).count(),
                weaveLog.refusals() + linker.refusals(),
                Memory.usedBytes(),
                Memory.capBytes(),
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
                tail,
                disturbances == null ? null : disturbances.timeline().recorded(),
                disturbances == null ? null : disturbances.compileTimeSource());
    }

    /** What is missing in the figures. */
    private Answer remarks(Answer answer) {
        for (String said : List.of(linker.withoutMemory(), weaveLog.late())) {
            if (!said.isEmpty()) {
                answer.say(said);
            }
        }
        return answer;
    }

    static Answer backends(Answer answer, List<BackendRow> backends) {
        return answer.add(BackendRow.TABLE, BackendRow.class, backends);
    }

    /** Whether a probe, by its name, is on a synchronized method. */
    boolean leavesOutWait(String probe) {
        return weaveLog.leavesOutWait(probe);
    }

    Answer options(Answer answer, Settings settings) {
        List<OptionRow> rows = new ArrayList<>();
        for (Option option : Option.values()) {
            Given given = settings.sources().given(option);
            rows.add(new OptionRow(option.key(), settings.sources().shown(option), given.where()));
        }
        settings.sources()
                .passThrough()
                .forEach(
                        (key, given) -> rows.add(new OptionRow(key, Secrets.shown(key, given.value()), given.where())));
        return answer.add(OptionRow.TABLE, OptionRow.class, rows);
    }

    Answer refused(Answer answer) {
        remarks(answer);
        if (weaveLog.refusals() > 0) {
            answer.say("refused: " + weaveLog.reasons());
        }
        List<RefusedRow> rows = new ArrayList<>();
        weaveLog.refused().forEach((method, reason) -> rows.add(new RefusedRow(method, reason)));
        return answer.add(RefusedRow.TABLE, RefusedRow.class, rows);
    }
}
