package org.latencyprobes.cli.why;

import java.io.IOException;
import java.nio.file.Path;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.file.OwnedFile;

/**
 * What the command {@code tail} prints and writes of a report. Immutable.
 *
 * @param page where the page goes; null for none
 * @param noPage why there is none although nobody said so, or null
 * @param isJson whether tables are printed, and no text
 */
public record TailOutput(Path page, String noPage, boolean isJson) {

    /** Work on a file that the user asked for. */
    @FunctionalInterface
    public interface Writing {
        void run() throws IOException;
    }

    /** Says what is written, or why it is not: all else is still told. */
    public static void write(Answer answer, String done, Path file, Writing writing) {
        try {
            writing.run();
            answer.say(done + file);
        } catch (IOException e) {
            answer.fail(file + " cannot be written: " + e);
        }
    }

    /** An answer with the report's text, or its remarks where tables follow. The page is written. */
    public Answer shown(TailReport report) {
        Answer answer = new Answer();
        (isJson ? report.remarks() : TailText.lines(report, page != null)).forEach(answer::say);
        if (page != null) {
            write(answer, "written: ", page, () -> OwnedFile.write(page, TailPage.html(report)));
        } else if (noPage != null) {
            answer.say(noPage);
        }
        return answer;
    }

    /** The answer with the report's tables, where these are asked for. */
    public Answer withTables(Answer answer, TailReport report) {
        return isJson ? TailJson.to(answer, report) : answer;
    }
}
