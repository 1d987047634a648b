package org.latencyprobes.agent;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.command.Explanations;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.option.Secrets;
import org.latencyprobes.agent.option.Sources.Given;
import org.latencyprobes.agent.select.Explanation;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.counts.Memory;

/** How the agent is. */
final class Status {

    private final String jar;
    private final long startMillis;
    private final Linker linker;
    private final WeaveLog weaveLog;
    private final Weaving weaving;

    Status(String jar, long startMillis, Linker linker, WeaveLog weaveLog, Weaving weaving) {
        this.jar = jar;
        this.startMillis = startMillis;
        this.linker = linker;
        this.weaveLog = weaveLog;
        this.weaving = weaving;
    }

    Answer answer(Settings settings, List<Object[]> backends) {
        List<Explanation> woven = weaving.woven();
        Answer answer = new Answer()
                .table("status", "key", "value")
                .row("version", Version.text())
                .row("jar", jar)
                .row("pid", ProcessHandle.current().pid())
                .row("java", Runtime.version())
                .row("startedAt", Instant.ofEpochMilli(startMillis))
                .row("mode", linker.mode())
                .row("probes", linker.linked().size())
                .row("wovenMethods", woven.size())
                .row("wovenClasses", Explanations.classes(woven))
                .row(
                        "noLongerInlined",
                        woven.stream().filter(Explanation::losesInlining).count())
                .row("refused", weaveLog.refusals() + linker.refusals())
                .row("memoryUsedBytes", Memory.usedBytes())
                .row("memoryCapBytes", Memory.capBytes());
        backends(answer, backends);
        answer.table("patterns", "pattern", "what", "source");
        settings.patterns().forEach(pattern -> answer.row((Object[]) pattern));
        return options(answer, settings);
    }

    static Answer backends(Answer answer, List<Object[]> backends) {
        answer.table(
                "backends", "backend", "state", "address", "published", "failed", "lost", "lastError", "lastErrorAt");
        backends.forEach(answer::row);
        return answer;
    }

    /** Whether a probe, by its name, is on a synchronized method. */
    boolean leavesOutWait(String probe) {
        return weaveLog.leavesOutWait(probe);
    }

    Answer options(Answer answer, Settings settings) {
        answer.table("options", "option", "value", "source");
        for (Option option : Option.values()) {
            Given given = settings.sources().given(option);
            answer.row(option.key(), settings.sources().shown(option), given.where());
        }
        settings.sources()
                .passed()
                .forEach((key, given) -> answer.row(key, Secrets.shown(key, given.value()), given.where()));
        return answer;
    }

    Answer refused(Answer answer) {
        if (weaveLog.refusals() > 0) {
            answer.say("refused: " + weaveLog.reasons());
        }
        answer.table("refused", "method", "reason");
        for (Map.Entry<String, String> refusal : weaveLog.refused().entrySet()) {
            answer.row(refusal.getKey(), refusal.getValue());
        }
        return answer;
    }
}
