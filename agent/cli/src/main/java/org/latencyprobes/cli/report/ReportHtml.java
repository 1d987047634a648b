package org.latencyprobes.cli.report;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.cost.CostsText;
import org.latencyprobes.agent.cost.NestingText;
import org.latencyprobes.agent.figures.CarriersTable;
import org.latencyprobes.agent.figures.DisturbancesTable;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.agent.protocol.slow.CarrierWaits;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.StackFrame;
import org.latencyprobes.agent.protocol.slow.StallSum;
import org.latencyprobes.analysis.page.ReportPage;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.cli.print.AnswerText;
import org.latencyprobes.cli.print.CauseColours;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.internal.report.SampledRemark;

/** The page of a report: one HTML file. Stateless. */
public final class ReportHtml {

    /** How many heat maps there are at most, and how long their text is together. */
    private static final int MOST_HEAT_MAPS = 12;

    private static final int MOST_HEAT_MAP_CHARS = 80_000;

    /** How long stacks are together; the heat maps have so much less. */
    private static final int MOST_STACK_CHARS = 30_000;

    private static final int MOST_CALLS = 50;

    private final ReportContent content;
    private final ReportPage page;

    private ReportHtml(ReportContent content) {
        this.content = content;
        page = new ReportPage(content.title());
    }

    /**
     * Writes the page.
     *
     * @param content of the report
     * @return HTML, to be kept in UTF-8
     */
    public static String of(ReportContent content) {
        return new ReportHtml(content).html();
    }

    private String html() {
        content.facts().forEach(page::fact);
        content.remarks().forEach(remark -> page.fact("Remark", remark));
        figures();
        spectrum();
        time();
        causes();
        slowest();
        jitter();
        cost();
        options();
        return page.section("As text")
                .folded("The report as text", AnswerText.tables(content.answer()))
                .section("To take away")
                .paragraph(
                        "Every histogram of this page is in it, in HdrHistogram's compressed form, and so are the figures: the"
                                + " element with the id data. A script of the page saves them, and percentiles as .hgrm.")
                .savings()
                .data(data())
                .html();
    }

    private void figures() {
        page.section("Figures").table(ReportTables.figures(content));
        SampledRemark.lines(ReportFigures.of(content.rows())).forEach(page::paragraph);
    }

    private void spectrum() {
        List<Recording> calls = content.byTime();
        if (calls.isEmpty()) {
            return;
        }
        page.section("Latency by percentile")
                .picture(
                        ReportPictures.spectrum("Latency by percentile", calls).switchable(),
                        "Percentiles by their number of nines. A line is dotted where fewer than ten samples lie beyond. Of more"
                                + " than eight lines, those with the most time are shown at first.")
                .table(ReportTables.beyond(calls))
                .paragraph(
                        "With fewer than ten samples beyond it, a percentile is chance; fifty are needed to judge it.");
    }

    private void time() {
        page.section("Latency over time");
        List<Recording> timed = content.byTime().stream()
                .filter(recording -> !recording.blocks().isEmpty())
                .toList();
        if (timed.isEmpty()) {
            page.paragraph(content.noTime());
            return;
        }
        int chars = chars(stacks());
        int drawn = 0;
        for (Recording recording : timed.subList(0, Math.min(MOST_HEAT_MAPS, timed.size()))) {
            Picture picture = ReportPictures.heat(content, recording);
            chars += picture.inline("").length();
            if (drawn > 0 && chars > MOST_HEAT_MAP_CHARS) {
                break;
            }
            page.part(recording.label())
                    .picture(
                            picture,
                            "The fuller the colour, the more calls of that duration at that time."
                                    + (ReportPictures.period(recording)
                                                    .within(content.stalls())
                                                    .isEmpty()
                                            ? ""
                                            : " Below, when the JVM stood still"
                                                    + (content.isOfJvm()
                                                            ? "."
                                                            : ", to the line of the log, and how long in all.")));
            drawn++;
        }
        if (drawn < timed.size()) {
            page.paragraph("These are the " + drawn + " with the most time, of " + timed.size()
                    + ". The option --probe chooses others.");
        }
    }

    private void causes() {
        page.section("Why calls were slow");
        List<CauseShare> bands = content.all(CauseShare.TABLE, CauseShare.class);
        Optional<Table> times = filled(SlowTimeTable.TABLE);
        if (!bands.isEmpty()) {
            ReportPictures.causes(content)
                    .forEach(
                            shares -> page.picture(
                                    shares,
                                    "The causes of this probe's slow calls, by band of percentiles, as far as they are known."));
            page.table(ReportTables.causes(bands))
                    .paragraph(
                            "Coincidence is the share that stalls would cover if they had nothing to do with slow calls. What is"
                                    + " not known may be code, a lock or I/O: the command why looks into it.");
        }
        times.ifPresent(table -> page.table(ReportTables.of("Time of slow calls by cause", table)));
        if (bands.isEmpty() && times.isEmpty()) {
            page.paragraph("No slow call was explained in this time.");
        }
    }

    private void slowest() {
        page.section("Slowest calls");
        List<SingleCall> calls = content.all(SingleCall.LISTED, SingleCall.class);
        if (calls.isEmpty()) {
            page.paragraph(
                    content.table(SingleCall.LISTED).isPresent()
                            ? "No slow call is kept."
                            : "Histogram logs hold no single calls; the command slow, or a report of the running JVM, lists them.");
            return;
        }
        page.picture(
                        ReportPictures.calls(content),
                        "Each dot is a slow call, by its main cause. " + CauseColours.STRIPES)
                .table(ReportTables.calls(calls, MOST_CALLS));
        Map<String, String> stacks = stacks();
        page.paragraph(
                stacks.isEmpty()
                        ? "No stack of them was captured while they were in flight. What threads wait for, the command why records."
                        : "Stacks, as they were captured while these calls were in flight:");
        stacks.forEach(page::folded);
    }

    /** Those of the slowest calls, as many as there is room for. */
    private Map<String, String> stacks() {
        Map<String, String> shown = new LinkedHashMap<>();
        List<StackFrame> frames = content.all(StackFrame.TABLE, StackFrame.class);
        ReportTables.stacks(content.all(SingleCall.LISTED, SingleCall.class), frames)
                .forEach((call, stack) -> {
                    if (chars(shown) + chars(Map.of(call, stack)) <= MOST_STACK_CHARS) {
                        shown.put(call, stack);
                    }
                });
        return shown;
    }

    /** What stacks take in the page, which has the names of their calls twice. */
    private static int chars(Map<String, String> stacks) {
        return stacks.entrySet().stream()
                .mapToInt(
                        stack -> 2 * stack.getKey().length() + stack.getValue().length())
                .sum();
    }

    private void jitter() {
        List<Recording> jitter = content.shown().stream()
                .filter(recording -> recording.key().isJitter())
                .toList();
        Optional<Table> stalls = filled(StallSum.TABLE);
        page.section("Jitter and stalls");
        stalls.ifPresent(table -> page.table(ReportTables.of("When the whole JVM stood still, by kind", table)));
        DisturbancesTable.lines(content.all(DisturbanceSum.TABLE, DisturbanceSum.class))
                .forEach(page::paragraph);
        CarriersTable.lines(content.all(CarrierWaits.TABLE, CarrierWaits.class)).forEach(page::paragraph);
        if (!jitter.isEmpty()) {
            page.table(ReportTables.jitter(content));
            page.picture(
                    ReportPictures.spectrum("Jitter by percentile", jitter).switchable(),
                    "By how much threads that sleep or spin came late: what the JVM and the machine add to any latency.");
        }
        if (stalls.isEmpty() && jitter.isEmpty()) {
            page.paragraph("Neither was recorded.");
        }
    }

    private void cost() {
        page.section("What measuring costs");
        List<Costs> costs = content.all(Costs.TABLE, Costs.class);
        costs.forEach(each -> CostsText.lines(each).forEach(line -> page.paragraph(line.strip())));
        NestingText.lines(content.all(NestingRow.TABLE, NestingRow.class))
                .forEach(line -> page.paragraph(line.strip()));
        if (costs.isEmpty()) {
            page.paragraph("Histogram logs do not say what measuring cost.");
        }
    }

    private void options() {
        filled("options")
                .ifPresent(table -> page.section("Options").table(ReportTables.of("Options of the agent", table)));
    }

    private Optional<Table> filled(String table) {
        return content.table(table).filter(found -> !found.rows().isEmpty());
    }

    private Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", content.title());
        data.put("facts", content.facts());
        Stream.concat(content.answer().tables().stream(), content.more().stream())
                .filter(table -> !table.rows().isEmpty() && !table.name().equals(StackFrame.TABLE))
                .forEach(table -> data.put(table.name(), TableData.of(table)));
        List<Object> histograms = new ArrayList<>();
        for (Recording recording : content.shown()) {
            recording.runs().forEach((run, samples) -> {
                String name = recording.label() + (recording.runs().size() > 1 ? " · " + ReportPictures.name(run) : "");
                Map<String, Object> histogram = new LinkedHashMap<>();
                histogram.put("name", name);
                histogram.put("histogram", text(samples));
                histograms.add(histogram);
            });
        }
        data.put("histograms", histograms);
        return data;
    }

    /** Compressed, unlike in the agent's answers: a page is sent more often than made. */
    private static String text(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int bytes = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), bytes));
    }
}
