package org.latencyprobes.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.agent.protocol.state.StatusFacts;
import org.latencyprobes.cli.base.PidCommand;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.internal.report.Numbers;

/** The command {@code status}: says how the agent is. */
final class StatusCommand extends PidCommand {

    private static final double BYTES_PER_MB = 1 << 20;
    private static final double NEARLY_FULL = 0.9;

    StatusCommand() {
        super(
                "status",
                "Say how the agent is: healthy or not, what it probes, its memory, clock, backends and options.",
                "%nShows the options that are not at their default; with -o json, all options and every figure by its key.");
        examples("status 4711", "status Shop -o json | jq .status");
    }

    @Override
    protected Answer answer() throws UnreachableException {
        Answer answer = ask(new Request.Status(false));
        if (answer.exitCode() == ExitCode.OK && !isJson()) {
            StatusFacts facts = answer.one(StatusFacts.NAME, StatusFacts.class);
            List<String> said = sentences(facts, problems(facts, answer));
            answer.sentences().clear();
            answer.sentences().addAll(said);
            answer.tables().removeIf(table -> table.name().equals(StatusFacts.NAME));
        }
        return answer;
    }

    static List<String> problems(StatusFacts facts, Answer answer) {
        List<String> problems = new ArrayList<>(answer.sentences()); // which the agent says of what is missing
        if (facts.memoryUsedBytes() > NEARLY_FULL * facts.memoryCapBytes()) {
            problems.add("memory is nearly full: the option memory raises its limit");
        }
        if (facts.refused() > 0) {
            problems.add(Plural.of((int) facts.refused(), "method", "methods") + " refused: probes --methods says why");
        }
        for (BackendRow backend : answer.all(BackendRow.TABLE, BackendRow.class)) {
            if (!backend.lastError().isEmpty()) {
                problems.add("backend " + backend.backend() + " had errors");
            }
        }
        return problems;
    }

    static List<String> sentences(StatusFacts facts, List<String> problems) {
        List<String> said = new ArrayList<>();
        said.add((problems.isEmpty() ? "healthy" : "to look at: " + String.join("; ", problems))
                + "; " + Plural.of(facts.probes(), "probe", "probes") + " called"
                + (Double.isNaN(facts.overheadPercent())
                        ? ""
                        : "; overhead " + Numbers.percent(facts.overheadPercent()) + " % of a core")
                + "; memory " + megabytes(facts.memoryUsedBytes()) + " of " + megabytes(facts.memoryCapBytes())
                + " MB");
        said.add(Plural.of(facts.wovenMethods(), "method is", "methods are") + " woven in "
                + Plural.of(facts.wovenClasses(), "class", "classes") + "; mode " + facts.mode());
        said.add("version " + facts.version() + " since " + facts.startedAt() + " in Java " + facts.java() + ", socket "
                + facts.socket());
        said.add(String.format(Locale.ROOT, "clock: %s, %.0f ns a reading", facts.clock(), facts.clockReadNanos())
                + (facts.clockReason() == null || facts.clockReason().isEmpty()
                        ? ""
                        : " (" + facts.clockReason() + ')'));
        if (facts.stalls() != null) {
            said.add(Plural.of(facts.stalls().intValue(), "stall", "stalls") + " seen, from " + facts.stallSources());
        }
        if (facts.deepCausesFolder() != null) {
            said.add("Flight Recorder: " + facts.deepCauses() + ", in " + facts.deepCausesFolder());
        }
        if (facts.why() != null) {
            said.add("why is under way: " + facts.why());
        }
        return said;
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / BYTES_PER_MB);
    }
}
