package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.file.RequestedOutputs;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.merge.MergeRun;

/**
 * A run of the command {@code compare}.
 *
 * @param before the side to compare with: files, folders, globs or JVMs
 * @param after the side that is compared
 * @param filter the lines to include
 * @param percentiles each above 0 and below 100
 * @param skipsBad whether malformed lines are skipped
 * @param spread the file of a stored spread between runs, or null
 * @param saved the file to which the spread between these runs is written, or null
 * @param isPaired whether the runs are compared in pairs, in their order
 * @param jvms reads the sides that are live JVMs
 */
public record CompareRun(
        List<String> before,
        List<String> after,
        LineFilter filter,
        List<Double> percentiles,
        boolean skipsBad,
        Path spread,
        Path saved,
        boolean isPaired,
        JvmRuns jvms) {

    /**
     * Compares.
     *
     * @param outputs knows what is asked for
     * @return the answer
     * @throws UnreachableException if the agent in a JVM cannot be asked
     */
    public Answer answer(RequestedOutputs outputs) throws UnreachableException {
        Answer answer = new Answer();
        try {
            for (String run : before) {
                if (after.contains(run) && JvmRuns.isJvm(run)) {
                    throw new IllegalArgumentException(run + " is on both sides; for two times of one JVM set a mark"
                            + " between them, as in compare 4711@start..noon 4711@noon");
                }
            }
            ComparisonMethod method = new ComparisonMethod(StoredSpread.read(spread), isPaired);
            SideReader reader = new SideReader(jvms, filter, skipsBad, answer);
            Map<String, SideReader.Source> runsBefore = reader.find(before);
            Map<String, SideReader.Source> runsAfter = reader.find(after);
            method.check(name(before), runsBefore.size(), name(after), runsAfter.size());
            if (saved != null) {
                StoredSpread.check(runsBefore.size(), runsAfter.size());
            }
            Answer problem = // last, since to watch takes long
                    jvms.read(Stream.of(before, after).flatMap(List::stream).toList(), filter);
            if (problem != null) {
                return problem;
            }
            jvms.remarks().forEach(answer::say);
            boolean hasBlocks = !ComparisonMethod.isOfRuns(runsBefore.size(), runsAfter.size());
            Side first = reader.read(name(before), runsBefore, hasBlocks);
            Side second = reader.read(name(after), runsAfter, hasBlocks);
            return told(Comparison.of(first, second, percentiles, method), outputs, answer);
        } catch (NoSuchFileException e) {
            return Answer.failed(ExitCode.USAGE, MergeRun.reason(e));
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, MergeRun.reason(e));
        } catch (IllegalArgumentException e) { // such as a malformed path or glob
            return Answer.failed(ExitCode.USAGE, e.getMessage());
        } catch (OutOfMemoryError e) {
            return Answer.failed(
                    ExitCode.FAILED, "out of memory; choose probes by --probe, or give more with java -Xmx");
        }
    }

    private Answer told(Comparison comparison, RequestedOutputs outputs, Answer answer) throws IOException {
        ComparisonAnswer result = new ComparisonAnswer(comparison);
        List<String> remarks = List.copyOf(answer.sentences());
        if (outputs.wants(Output.Form.HTML)) {
            outputs.write(Output.Form.HTML, answer, new ComparisonPage(comparison).html());
        }
        if (outputs.wants(Output.Form.MARKDOWN)) {
            outputs.write(Output.Form.MARKDOWN, answer, result.markdown(remarks));
        }
        if (saved != null) {
            StoredSpread.write(saved, comparison);
            answer.say("written: " + saved);
        }
        return outputs.isJson() ? result.figures(answer) : result.text(answer);
    }

    private static String name(List<String> side) {
        return String.join(", ", side);
    }
}
