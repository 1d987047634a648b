package org.latencyprobes.cli.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.file.RequestedOutputs;

/**
 * What the command {@code why} prints and writes of a report. Immutable.
 *
 * @param page where the page goes that is written unasked; null for none
 * @param noPage why there is none although nobody said so, or null
 * @param outputs knows what else is asked for
 */
public record WhyOutput(Path page, String noPage, RequestedOutputs outputs) {

    /** Work on a file that the user asked for. */
    @FunctionalInterface
    public interface Writing {
        void run() throws IOException;
    }

    /** Says what is written, or why it is not: all else is still told. */
    public static void write(Answer answer, String done, Path file, Writing writing) {
        boolean isReplaced = Files.exists(file);
        try {
            writing.run();
            answer.say(done + file + (isReplaced ? " (replaced)" : ""));
        } catch (IOException e) {
            answer.fail(file + " cannot be written: " + e);
        }
    }

    /** An answer with the report's text, or its remarks where tables follow. The page is written. */
    public Answer shown(WhyReport report) {
        Answer answer = new Answer();
        boolean isAskedFor = outputs.wants(Output.Form.HTML);
        boolean hasPage = page != null || isAskedFor;
        (outputs.isJson() ? report.remarks() : WhyText.lines(report, hasPage, outputs.columns())).forEach(answer::say);
        if (isAskedFor) {
            try {
                outputs.write(Output.Form.HTML, answer, WhyPage.html(report));
            } catch (IOException e) {
                answer.fail("the page cannot be written: " + e);
            }
        } else if (page != null) {
            write(answer, "written: ", page, () -> OwnedFile.write(page, WhyPage.html(report)));
        } else if (noPage != null) {
            answer.say(noPage);
        }
        return answer;
    }

    /** The answer with the report's tables, where these are asked for. */
    public Answer withTables(Answer answer, WhyReport report) {
        return outputs.isJson() ? WhyJson.to(answer, report) : answer;
    }
}
