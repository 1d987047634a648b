package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.command.ReportTable;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.pattern.MethodPattern;

/** What is said where no method is probed: to commands, and at the end of the JVM. Stateless. */
final class NothingProbed {

    /** Of a JVM that goes on. The command line puts the process id in, as it is where the command runs. */
    static final String SO_FAR = "no method is probed; probe <pid> '<pattern>' adds one";

    private static final int MOST_PATTERNS = 5;
    private static final String JITTER = "jitter";
    private static final String SAID = "no method was probed: ";

    private NothingProbed() {}

    /**
     * Adds a remark, unless the application has probes of its own.
     *
     * @param answer with tables of probes or their samples
     * @param isNone whether the agent has no probe
     */
    static Answer remark(Answer answer, boolean isNone) {
        boolean isRemarked = isNone
                && answer.exitCode() == ExitCode.OK
                && answer.rows("probes").isEmpty()
                && answer.rows(ReportTable.TABLE).stream().allMatch(row -> row.contains(JITTER));
        return isRemarked ? answer.say(SO_FAR) : answer;
    }

    /** Prints {@link #lines}. */
    static void say(List<MethodPattern> patterns, boolean areRefused, Function<MethodPattern, String> nearMiss) {
        Log.sayAll(lines(patterns, areRefused, nearMiss));
    }

    /**
     * What was asked for, and that nothing came of it.
     *
     * @param patterns those of the options
     * @param areRefused whether methods matched that could not be woven, of which other lines tell
     * @param nearMiss says why a pattern selects nothing; what it throws costs that alone
     */
    static List<String> lines(
            List<MethodPattern> patterns, boolean areRefused, Function<MethodPattern, String> nearMiss) {
        String woven = areRefused ? " and could be woven" : "";
        if (patterns.isEmpty()) {
            return List.of("no class with a @Probe was loaded" + woven);
        }
        List<String> lines = new ArrayList<>();
        for (MethodPattern pattern : patterns.subList(0, Math.min(MOST_PATTERNS, patterns.size()))) {
            lines.add(SAID + "probes=" + pattern + " matches no method of a class that was loaded" + woven
                    + (areRefused ? "" : why(pattern, nearMiss)));
        }
        int more = patterns.size() - lines.size();
        if (more > 0) {
            lines.add(SAID + more + (more == 1 ? " more pattern matches" : " more patterns match") + " none");
        }
        return lines;
    }

    private static String why(MethodPattern pattern, Function<MethodPattern, String> nearMiss) {
        try {
            String sentence = nearMiss.apply(pattern);
            return sentence.endsWith(": ") ? "" : ": " + sentence; // it matches a class that was not looked at yet
        } catch (RuntimeException | LinkageError e) {
            return "";
        }
    }
}
