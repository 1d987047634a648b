package org.latencyprobes.cli.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.file.OwnedFile;

/** The options of {@code report} for what is more than a table: a page, a picture, Markdown. */
public final class ReportFiles {

    private static final String TIME = "time";

    private final Supplier<Path> html;
    private final Supplier<Path> svg;

    private final Supplier<String> picture;
    private final Supplier<Boolean> markdown;

    public ReportFiles(Subcommand command) {
        html = command.value(Subcommand.option(Path.class, "<file>", "--html")
                .description("Write a page with pictures, tables and all histograms, too: one file, to send or keep.")
                .build());
        svg = command.value(Subcommand.option(Path.class, "<file>", "--svg")
                .description("Write one picture, too.")
                .build());
        picture = command.value(Subcommand.option(String.class, "<which>", "--picture")
                .defaultValue("percentiles")
                .description(
                        "What --svg shows: percentiles, the default, of the eight probes with most time; or time, a heat map of",
                        "the one with most time, from .hlog files or with --for.")
                .build());
        markdown = command.flag("--markdown", "Print Markdown, such as for a pull request.");
    }

    /** What is wrong with the values, or null. */
    public String problem(boolean isJson) {
        if (markdown.get() && isJson) {
            return "standard output takes either --markdown or --json";
        }
        if (!picture.get().equals("percentiles") && !picture.get().equals(TIME)) {
            return "--picture " + picture.get() + " is not allowed; it takes percentiles or time";
        }
        String problem = html.get() == null ? null : OwnedFile.problem("--html", html.get());
        return problem == null && svg.get() != null ? OwnedFile.problem("--svg", svg.get()) : problem;
    }

    /** Whether a table alone is not all that is asked for. */
    public boolean areAskedFor() {
        return html.get() != null || svg.get() != null || markdown.get();
    }

    /** Whether latency over time is asked for. */
    public boolean showTime() {
        return html.get() != null || svg.get() != null && picture.get().equals(TIME);
    }

    /** Writes the files. Returns what is printed. */
    public Answer of(ReportContent content) {
        Answer answer = markdown.get() ? new Answer().say(ReportMarkdown.of(content)) : content.answer();
        try {
            if (html.get() != null) {
                write(answer, html.get(), ReportHtml.of(content));
            }
            if (svg.get() != null) {
                Picture drawn =
                        picture.get().equals(TIME) ? ReportPictures.heat(content) : ReportPictures.spectrum(content);
                write(answer, svg.get(), drawn.svg());
            }
            return answer;
        } catch (IOException e) {
            return Answer.failed(ExitCode.FAILED, "cannot be written: " + e);
        } catch (IllegalArgumentException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }

    /** In Markdown, which may go on to a file, nothing is said of other files. */
    private void write(Answer answer, Path file, String text) throws IOException {
        OwnedFile.write(file, text);
        if (!markdown.get()) {
            double kilobytes = text.getBytes(StandardCharsets.UTF_8).length / 1e3;
            answer.say("written: " + file + String.format(Locale.ROOT, ", %,.0f kB", Math.max(1, kilobytes)));
        }
    }
}
