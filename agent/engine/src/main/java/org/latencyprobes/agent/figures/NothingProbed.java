package org.latencyprobes.agent.figures;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;

/** What is said where no method is probed: to commands, and at the end of the JVM. Stateless. */
public final class NothingProbed {

    /** Of a JVM that goes on. The command line puts the process id in, as it is where the command runs. */
    public static final String SO_FAR = "no method is probed; probe <pid> '<pattern>' adds one";

    private static final int MOST_PATTERNS = 5;
    private static final String SAID = "no method was probed: ";

    private NothingProbed() {}

    /**
     * Adds a remark, unless the application has probes of its own.
     *
     * @param answer with tables of probes or their samples
     * @param isNone whether no method is woven
     */
    public static Answer remark(Answer answer, boolean isNone) {
        boolean isRemarked = isNone
                && answer.exitCode() == ExitCode.OK
                && answer.all(ProbeRow.TABLE, ProbeRow.class).stream()
                        .allMatch(row -> row.mode().equals(ProbeModes.UNPROBED))
                && answer.all(ReportRow.TABLE, ReportRow.class).stream().allMatch(ReportRow::isJitter);
        return isRemarked ? answer.say(SO_FAR) : answer;
    }

    /**
     * What was asked for, and that nothing came of it. Why is not looked for: the JVM is at its end.
     *
     * @param patterns those of the options
     * @param areRefused whether methods matched that could not be woven, of which other lines tell
     * @param late what is said of classes that the JVM's end was faster than; empty if there are none
     */
    public static List<String> lines(List<MethodPattern> patterns, boolean areRefused, String late) {
        if (!late.isEmpty()) {
            return List.of(SAID + late);
        }
        String woven = areRefused ? " and could be woven" : "";
        if (patterns.isEmpty()) {
            return List.of("no class with a @Probe was loaded" + woven);
        }
        List<String> lines = new ArrayList<>();
        for (MethodPattern pattern : patterns.subList(0, Math.min(MOST_PATTERNS, patterns.size()))) {
            lines.add(SAID + "probes=" + pattern + " selects no method of a class that was loaded" + woven);
        }
        int more = patterns.size() - lines.size();
        if (more > 0) {
            lines.add(SAID + more + (more == 1 ? " more pattern selects" : " more patterns select") + " none");
        }
        return lines;
    }
}
