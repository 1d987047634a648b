package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
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
            MergeTable table = hasTable ? new MergeTable() : null;
            LogMerge.Target target = (tag, histogram, untimed, coveredMillis) -> {
                if (log != null) {
                    log.line(tag, histogram, untimed, coveredMillis);
                }
                if (table != null) {
                    table.line(tag, histogram, untimed, coveredMillis);
                }
            };
            MergeCounts counts = MergeProgress.during(merge, stderr, progress -> merge.run(target, progress));
            if (counts.lines() == 0 && !merge.takesAll()) {
                Answer none = Answer.failed(ExitCode.FAILED, merge.nothing());
                remarks(none, counts);
                return none;
            }
            if (log != null) {
                log.finish();
            }
            if (table != null) {
                table.to(answer, hasTimes);
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
        remarks(answer, counts);
        return answer;
    }

    /**
     * Says which lines were passed over, and which logs do not tell their times.
     *
     * @param answer gets the sentences
     * @param counts of a reading
     */
    public static void remarks(Answer answer, MergeCounts counts) {
        if (counts.badLines() > 0) {
            answer.say("passed over " + Plural.of(counts.badLines(), "damaged line", "damaged lines") + ':');
            counts.bad().forEach(line -> answer.say("  " + line));
        }
        if (counts.badLines() > counts.bad().size()) {
            answer.say("  …");
        }
        counts.unknownTimes()
                .forEach(log -> answer.say(log + " does not tell when it began: its times count as from 1970"));
        counts.holes()
                .forEach(
                        (log, bytes) -> answer.say(
                                log + " has a hole of " + Plural.of(bytes, "byte", "bytes")
                                        + " of zero, which is passed over: it was emptied while it was written, or the machine crashed"));
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
