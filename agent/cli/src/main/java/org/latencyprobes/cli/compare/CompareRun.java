package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.merge.LineFilter;
import org.latencyprobes.cli.merge.LogSource;
import org.latencyprobes.cli.merge.MergeRun;
import org.latencyprobes.cli.merge.RunSources;

/**
 * A run of the command {@code compare}.
 *
 * @param before the logs of the side to compare with: files, folders or globs
 * @param after the logs of the side that is compared
 * @param filter the lines to include
 * @param percentiles each above 0 and below 100
 * @param skipsBad whether malformed lines are skipped
 * @param html the file of the page, or null
 */
public record CompareRun(
        List<String> before,
        List<String> after,
        LineFilter filter,
        List<Double> percentiles,
        boolean skipsBad,
        Path html) {

    /** The form of an answer. */
    public enum Form {
        /** Tables for people. */
        TEXT,
        /** Tables for scripts. */
        JSON,
        /** One sentence, which is a Markdown document. */
        MARKDOWN
    }

    /**
     * Compares.
     *
     * @param form what the answer is for
     * @return the answer
     */
    public Answer answer(Form form) {
        Answer answer = new Answer();
        try {
            Comparison comparison = compare(answer);
            List<String> remarks = List.copyOf(answer.sentences());
            if (html != null) {
                OwnedFile.write(html, new ComparisonPage(comparison).html());
                answer.say("written: " + html);
            }
            ComparisonAnswer result = new ComparisonAnswer(comparison);
            return switch (form) {
                case TEXT -> result.text(answer);
                case JSON -> result.figures(answer);
                case MARKDOWN -> new Answer().say(result.markdown(remarks));
            };
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, MergeRun.reason(e));
        } catch (IllegalArgumentException e) { // a malformed path or glob
            return Answer.failed(ExitCode.USAGE, e.getMessage());
        } catch (OutOfMemoryError e) {
            return Answer.failed(
                    ExitCode.FAILED, "out of memory; choose probes by --probe, or give more with java -Xmx");
        }
    }

    private Comparison compare(Answer remarks) throws IOException {
        Map<String, List<LogSource>> runsBefore = RunSources.find(before);
        Map<String, List<LogSource>> runsAfter = RunSources.find(after);
        boolean hasBlocks = !Comparison.isOfRuns(runsBefore.size(), runsAfter.size());
        return Comparison.of(
                Side.read(String.join(", ", before), runsBefore, hasBlocks, filter, skipsBad, remarks),
                Side.read(String.join(", ", after), runsAfter, hasBlocks, filter, skipsBad, remarks),
                percentiles);
    }
}
