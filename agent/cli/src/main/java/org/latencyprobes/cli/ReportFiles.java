package org.latencyprobes.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.report.ReportContent;
import org.latencyprobes.cli.report.ReportHtml;
import org.latencyprobes.cli.report.ReportMarkdown;
import org.latencyprobes.cli.report.ReportPictures;
import picocli.CommandLine.Option;

/** The options of {@code report} for what is more than a table: a page, a picture, Markdown. */
final class ReportFiles {

    private static final String TIME = "time";

    @Option(
            names = "--html",
            paramLabel = "<file>",
            description = "Write a page with pictures, tables and all histograms, too: one file, to send or keep.")
    private Path html;

    @Option(names = "--svg", paramLabel = "<file>", description = "Write one picture, too.")
    private Path svg;

    @Option(
            names = "--picture",
            paramLabel = "<which>",
            defaultValue = "percentiles",
            description = {
                "What --svg shows: percentiles, the default, of the eight probes with most time; or time, a heat map of",
                "the one with most time, from .hlog files or with --for."
            })
    private String picture;

    @Option(names = "--markdown", description = "Print Markdown, such as for a pull request.")
    private boolean markdown;

    /** What is wrong with the values, or null. */
    String problem(boolean isJson) {
        if (markdown && isJson) {
            return "standard output takes either --markdown or --json";
        }
        if (!picture.equals("percentiles") && !picture.equals(TIME)) {
            return "--picture " + picture + " is not allowed; it takes percentiles or time";
        }
        return Stream.of(
                        html == null ? null : OwnedFile.problem("--html", html),
                        svg == null ? null : OwnedFile.problem("--svg", svg))
                .filter(problem -> problem != null)
                .findFirst()
                .orElse(null);
    }

    /** Whether a table alone is not all that is asked for. */
    boolean areAskedFor() {
        return html != null || svg != null || markdown;
    }

    /** Whether latency over time is asked for. */
    boolean showTime() {
        return html != null || svg != null && picture.equals(TIME);
    }

    /** Writes the files. Returns what is printed. */
    Answer of(ReportContent content) {
        Answer answer = markdown ? new Answer().say(ReportMarkdown.of(content)) : content.answer();
        try {
            if (html != null) {
                write(answer, html, ReportHtml.of(content));
            }
            if (svg != null) {
                Picture drawn = picture.equals(TIME) ? ReportPictures.heat(content) : ReportPictures.spectrum(content);
                write(answer, svg, drawn.svg());
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
        if (!markdown) {
            double kilobytes = text.getBytes(StandardCharsets.UTF_8).length / 1e3;
            answer.say("written: " + file + String.format(Locale.ROOT, ", %,.0f kB", Math.max(1, kilobytes)));
        }
    }
}
