package org.latencyprobes.cli.report;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.cli.base.Console;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.file.Output;

/** What {@code report} writes that is more than a table: a page, a picture, Markdown. */
public final class ReportFiles {

    private static final String TIME = "time";

    /** The forms that a report can have. */
    public static final List<Output.Form> FORMS =
            List.of(Output.Form.TEXT, Output.Form.JSON, Output.Form.MARKDOWN, Output.Form.HTML, Output.Form.SVG);

    private final Subcommand command;
    private final Supplier<String> picture;

    public ReportFiles(Subcommand command) {
        this.command = command;
        picture = command.value(Subcommand.option(String.class, "<which>", "--picture")
                .defaultValue("percentiles")
                .description(
                        "What -o svg shows: percentiles, the default, of the eight probes with most time; or time, a heat map of",
                        "the one with most time, from .hlog files or with --for.")
                .build());
    }

    /** What is wrong with the values, or null. */
    public String problem() {
        return picture.get().equals("percentiles") || picture.get().equals(TIME)
                ? null
                : "--picture " + picture.get() + " is not allowed; it takes percentiles or time";
    }

    /** Whether a table alone is not all that is asked for. */
    public boolean areAskedFor() {
        for (Output.Form form : FORMS) {
            if (!form.isAnswer() && command.console().wants(form)) {
                return true;
            }
        }
        return false;
    }

    /** Whether latency over time is asked for. */
    public boolean showTime() {
        return command.console().wants(Output.Form.HTML)
                || command.console().wants(Output.Form.SVG) && picture.get().equals(TIME);
    }

    /** Writes them. Returns what is printed beside. */
    public Answer of(ReportContent content) {
        Console console = command.console();
        Answer answer = content.answer();
        try {
            if (console.wants(Output.Form.MARKDOWN)) {
                console.write(Output.Form.MARKDOWN, answer, ReportMarkdown.of(content));
            }
            if (console.wants(Output.Form.HTML)) {
                console.write(Output.Form.HTML, answer, ReportHtml.of(content));
            }
            if (console.wants(Output.Form.SVG)) {
                Picture drawn =
                        picture.get().equals(TIME) ? ReportPictures.heat(content) : ReportPictures.spectrum(content);
                console.write(Output.Form.SVG, answer, drawn.svg());
            }
            return answer;
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "cannot be written: " + e);
        } catch (IllegalArgumentException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }
}
