package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.logs.LogSources;
import org.latencyprobes.cli.logs.MergeCounts;

/**
 * A run of the command {@code merge}: from logs to a log, a table or both.
 *
 * @param merge the merge
 * @param output the file of the merged log, {@code -}, or null for no log
 * @param hasTable whether the answer has a table of the sums
 * @param stdout the stream for the log if {@code output} is {@code -}
 * @param stderr the stream for the progress if it is a terminal
 */
public record MergeRun(LogMerge merge, String output, boolean hasTable, OutputStream stdout, PrintStream stderr) {

    private static final String OUT_OF_MEMORY =
            "out of memory: a probe takes 40 kB for each outcome and set of tags, more"
                    + " at other resolutions, and five times that with --every; filter, or give more with java -Xmx";

    /**
     * Merges the logs.
     *
     * @param hasTimes whether there are several periods
     * @return the table, and sentences about the merge
     */
    public Answer answer(boolean hasTimes) {
        if (merge.sources().isEmpty()) {
            return Answer.failed(ExitCode.FAILED, "there is no histogram log");
        }
        Answer answer = new Answer();
        try (MergedLog log = begin()) {
            List<ReportRow> rows = new ArrayList<>();
            LogMerge.Target target = (tag, sum, coveredMillis) -> {
                if (log != null) {
                    log.line(tag, sum, coveredMillis);
                }
                if (hasTable) {
                    rows.add(MergeTable.row(tag, sum, coveredMillis));
                }
            };
            MergeCounts counts = MergeProgress.during(merge, stderr, progress -> merge.run(target, progress));
            if (counts.lines() == 0 && !merge.takesAll()) {
                Answer none = Answer.failed(ExitCode.FAILED, merge.nothing());
                counts.remarks().forEach(none::say);
                return none;
            }
            if (log != null) {
                log.finish();
            }
            if (hasTable) {
                MergeTable.to(answer, rows, hasTimes);
            }
            return withRemarks(answer, counts);
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, reason(e));
        } catch (OutOfMemoryError e) {
            return Answer.failed(ExitCode.FAILED, OUT_OF_MEMORY);
        }
    }

    private MergedLog begin() throws IOException {
        if (output == null) {
            return null;
        }
        return output.equals(LogSources.STREAM) ? MergedLog.to(stdout) : MergedLog.to(Path.of(output));
    }

    private Answer withRemarks(Answer answer, MergeCounts counts) {
        answer.say("merged " + Plural.of(counts.lines(), "line", "lines") + " of "
                + Plural.of(merge.sources().size(), "log", "logs") + " into " + counts.written());
        if (counts.late() > 0) {
            answer.say(
                    Plural.of(counts.late(), "line", "lines")
                            + " came after the sum of the period had been written, so that such periods have more than one line");
        }
        counts.remarks().forEach(answer::say);
        return answer;
    }

    /**
     * The reason why something cannot be read or written, for people.
     *
     * @param e the failure
     * @return one sentence
     */
    public static String reason(IOException e) {
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + ": access denied";
        }
        if (e instanceof NoSuchFileException none) {
            return "there is no file or folder " + none.getFile();
        }
        return e instanceof FileSystemException || e.getMessage() != null ? e.getMessage() : e.toString();
    }
}
