package org.latencyprobes.cli.compare;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.analysis.markup.MarkdownText;
import org.latencyprobes.analysis.markup.Markup;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.file.RequestedOutputs;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.merge.MergeRun;

/**
 * A run of {@code compare --rules}.
 *
 * @param rules the file of the rules
 * @param runs the logs to judge: files, folders or globs
 * @param baseline the logs to compare with, or none
 * @param spread the file of a stored spread between runs, or null
 * @param isPaired whether the runs are compared with those of the baseline in pairs, in their order
 * @param skipsBad whether malformed lines are skipped
 */
public record GateRun(
        Path rules, List<String> runs, List<String> baseline, Path spread, boolean isPaired, boolean skipsBad) {

    /** The exit code where no rule failed, and some did not come out. */
    public static final int INCONCLUSIVE = 5;

    private record Judgement(String result, String rule, String probe, String here) {}

    /**
     * Judges.
     *
     * @param outputs knows what is asked for
     * @return with the exit code 0 for passed, 1 for failed, 2 for wrong input, 5 for inconclusive
     */
    public Answer answer(RequestedOutputs outputs) {
        Answer remarks = new Answer();
        try {
            List<GateRule> parsed = GateRule.all(rules.toString(), Files.readAllLines(rules));
            ComparisonMethod method = new ComparisonMethod(StoredSpread.read(spread), isPaired);
            SideReader reader = new SideReader(JvmRuns.NONE, LineFilter.ALL, skipsBad, remarks);
            Side run = read(runs, reader);
            Side other = baseline.isEmpty() ? null : read(baseline, reader);
            if (other != null) {
                method.check(
                        other.name(),
                        other.runs().size(),
                        run.name(),
                        run.runs().size());
                method.remarkPairs(other, run, remarks::say);
            }
            List<Gate.Outcome> outcomes = new Gate(parsed, run, other, method).outcomes();
            Answer answer = text(outcomes, remarks);
            if (outputs.wants(Output.Form.MARKDOWN)) {
                outputs.write(Output.Form.MARKDOWN, answer, markdown(outcomes, remarks));
            }
            if (outputs.wants(Output.Form.JUNIT)) {
                outputs.write(Output.Form.JUNIT, answer, junit(outcomes));
            }
            return answer;
        } catch (MalformedInputException e) {
            return Answer.failed(ExitCode.USAGE, rules + " is not a text in UTF-8");
        } catch (IOException e) {
            return Answer.failed(ExitCode.USAGE, MergeRun.reason(e));
        } catch (IllegalArgumentException e) {
            return Answer.failed(ExitCode.USAGE, e.getMessage());
        } catch (OutOfMemoryError e) { // not 1, which says that a rule failed
            return Answer.failed(ExitCode.USAGE, "out of memory; give fewer logs, or more with java -Xmx");
        }
    }

    private static Side read(List<String> logs, SideReader reader) throws IOException {
        Map<String, SideReader.Source> sources = reader.find(logs);
        return reader.read(String.join(", ", logs), sources, sources.size() < QuantileEstimate.LEAST_RUNS);
    }

    private static Gate.Result worst(List<Gate.Outcome> outcomes) {
        return outcomes.stream()
                .map(Gate.Outcome::result)
                .max(Gate.Result::compareTo)
                .orElseThrow();
    }

    private static String word(Gate.Result result) {
        return result.name().toLowerCase(Locale.ROOT);
    }

    private static Answer begun(List<Gate.Outcome> outcomes, String sentence) {
        return switch (worst(outcomes)) {
            case PASSED -> new Answer().say(sentence);
            case FAILED -> Answer.failed(ExitCode.FAILED, sentence);
            case INCONCLUSIVE -> Answer.failed(INCONCLUSIVE, sentence);
        };
    }

    private static Answer text(List<Gate.Outcome> outcomes, Answer remarks) {
        Answer answer = begun(outcomes, "the rules: " + word(worst(outcomes)));
        remarks.sentences().forEach(answer::say);
        return answer.add(
                "rules",
                Judgement.class,
                outcomes.stream()
                        .map(each ->
                                new Judgement(word(each.result()), each.rule().text(), each.probe(), each.message()))
                        .toList());
    }

    private static String markdown(List<Gate.Outcome> outcomes, Answer remarks) {
        StringBuilder text = new StringBuilder("**The rules: " + word(worst(outcomes)) + "**\n\n");
        text.append(MarkdownText.list(remarks.sentences()))
                .append(remarks.sentences().isEmpty() ? "" : "\n");
        text.append("| result | rule | probe | here |\n|---|---|---|---|\n");
        outcomes.forEach(each ->
                text.append(MarkdownText.row(word(each.result()), each.rule().text(), each.probe(), each.message())));
        return text.toString();
    }

    /** The form of JUnit's reports. What is inconclusive is skipped there, which is the only state that is neither. */
    private static String junit(List<Gate.Outcome> outcomes) {
        Markup xml = new Markup()
                .raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .open(
                        "testsuite",
                        "name",
                        "latency-probes compare --rules",
                        "tests",
                        outcomes.size(),
                        "failures",
                        count(outcomes, Gate.Result.FAILED),
                        "errors",
                        0,
                        "skipped",
                        count(outcomes, Gate.Result.INCONCLUSIVE));
        for (Gate.Outcome each : outcomes) {
            xml.open("testcase", "classname", each.probe(), "name", each.rule().text());
            switch (each.result()) {
                case FAILED -> xml.element("failure", each.message(), "message", each.message());
                case INCONCLUSIVE -> xml.empty("skipped", "message", "inconclusive: " + each.message());
                case PASSED -> xml.element("system-out", each.message());
            }
            xml.close();
        }
        return xml.close() + "\n";
    }

    private static long count(List<Gate.Outcome> outcomes, Gate.Result result) {
        return outcomes.stream().filter(each -> each.result() == result).count();
    }
}
