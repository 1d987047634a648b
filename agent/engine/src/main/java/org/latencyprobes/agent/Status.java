package org.latencyprobes.agent;

import static org.latencyprobes.agent.protocol.Column.id;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.command.CostMeasure;
import org.latencyprobes.agent.protocol.Costs;
import org.latencyprobes.agent.protocol.Texts;
import org.latencyprobes.agent.command.Explanations;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.counts.Memory;

/** The tables about the agent itself that commands show: facts, backends, options, refusals. */
final class Status {

    private static final Column[] BACKENDS = {
        text("backend"),
        text("state"),
        text("address"),
        number("published"),
        number("failed"),
        number("lost"),
        text("lastError"),
        text("lastErrorAt")
    };

    private final String jar;
    private final long startMillis;
    private final ControlChannel channel;
    private final ClockChoice clock;
    private final Linker linker;
    private final WeaveLog weaveLog;
    private final Weaving weaving;

    Status(
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
                .facts("hello")
                .fact(text("version"), Version.text())
                .fact(id("pid"), ProcessHandle.current().pid());
    }

    Answer answer(Settings settings, ControlThread control, String tail) {
        Outputs outputs = control.outputs();
        List<MethodExplanation> woven = weaving.woven();
        Answer answer = new Answer()
                .facts("status")
                .fact(text("version"), Version.text())
                .fact(text("jar"), jar)
                .fact(id("pid"), ProcessHandle.current().pid())
                .fact(text("java"), Runtime.version())
                .fact(text("startedAt"), Instant.ofEpochMilli(startMillis))
                .fact(text("socket"), channel.place())
                .fact(text("mode"), linker.mode())
                .fact(number("probes"), linker.linked().size())
                .fact(number("wovenMethods"), woven.size())
                .fact(number("wovenClasses"), Explanations.classes(woven))
                .fact(
                        number("noLongerInlined"),
                        woven.stream().filter(MethodExplanation::losesInlining).count())
                .fact(number("refused"), weaveLog.refusals() + linker.refusals())
                .fact(number("memoryUsedBytes"), Memory.usedBytes())
                .fact(number("memoryCapBytes"), Memory.capBytes());
        clock(answer, control.costs().of(new CostMeasure.Calls(0, 0, 0, null)));
        stalls(answer, outputs.jitter());
        answer.fact(text("deepCauses"), control.recording().state());
        String folder = control.recording().folder();
        if (!folder.isEmpty()) {
            answer.fact(text("deepCausesFolder"), folder);
        }
        answer.fact(text("tail"), tail);
        outputs.conditions().facts(answer);
        backends(answer, outputs.backends());
        outputs.conditions().carriers(answer);
        answer.table("patterns", Column.texts("pattern", "what", "source"));
        settings.patterns().forEach(pattern -> answer.row((Object[]) pattern));
        return remarks(options(answer, settings));
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

    private void clock(Answer answer, Costs costs) {
        answer.fact(text("clock"), costs.clock())
                .fact(number("clockReadNanos"), Texts.decimal(costs.readNanos()))
                .fact(number("clockStepNanos"), costs.stepNanos())
                .fact(number("clockErrorPerMillion"), Texts.decimal(costs.errorPerMillion()));
        String reason = clock.present() == null ? "chosen with the first probe" : clock.reason();
        if (reason != null) {
            answer.fact(text("clockReason"), reason);
        }
    }

    private static void stalls(Answer answer, JitterSampling jitter) {
        answer.fact(text("stallSources"), jitter.stallSources());
        if (jitter.stalls() != null) {
            answer.fact(number("stalls"), jitter.stalls().recorded())
                    .fact(number("stallsForgotten"), jitter.stalls().forgotten());
        }
    }

    static Answer backends(Answer answer, List<Object[]> backends) {
        answer.table("backends", BACKENDS);
        backends.forEach(answer::row);
        return answer;
    }

    /** Whether a probe, by its name, is on a synchronized method. */
    boolean leavesOutWait(String probe) {
        return weaveLog.leavesOutWait(probe);
    }

    Answer options(Answer answer, Settings settings) {
        answer.table("options", Column.texts("option", "value", "source"));
        for (Option option : Option.values()) {
            Given given = settings.sources().given(option);
            answer.row(option.key(), settings.sources().shown(option), given.where());
        }
        settings.sources()
                .passThrough()
                .forEach((key, given) -> answer.row(key, Secrets.shown(key, given.value()), given.where()));
        return answer;
    }

    Answer refused(Answer answer) {
        remarks(answer);
        if (weaveLog.refusals() > 0) {
            answer.say("refused: " + weaveLog.reasons());
        }
        answer.table("refused", Column.texts("method", "reason"));
        for (Map.Entry<String, String> refusal : weaveLog.refused().entrySet()) {
            answer.row(refusal.getKey(), refusal.getValue());
        }
        return answer;
    }
}
