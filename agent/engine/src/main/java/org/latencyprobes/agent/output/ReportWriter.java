package org.latencyprobes.agent.output;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.cost.CostsText;
import org.latencyprobes.agent.cost.NestingSums;
import org.latencyprobes.agent.cost.NestingText;
import org.latencyprobes.agent.figures.CarriersTable;
import org.latencyprobes.agent.figures.CausesTable;
import org.latencyprobes.agent.figures.DisturbancesTable;
import org.latencyprobes.agent.figures.StallsTable;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.slow.CarrierWaits;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.ReportTableText;
import org.latencyprobes.internal.report.SampledRemark;
import org.latencyprobes.internal.report.Summary;

/** A writer of one report, which is printed while it is made. One thread makes it. Any thread may ask for its progress. */
final class ReportWriter {

    private static final int MOST_NAMED = 20;

    private final ReportTarget output;
    private final WeaveLog weaveLog;
    private final Linker linker;
    private final StallsTable stalls;
    private final CausesTable causes;
    private final Summary summary = new Summary();
    private final NestingSums nesting = new NestingSums();
    private volatile long read;
    private volatile long pieces;

    ReportWriter(ReportTarget output, WeaveLog weaveLog, Linker linker, StallTimeline timeline, CauseTotals explained) {
        this.output = output;
        this.weaveLog = weaveLog;
        this.linker = linker;
        stalls = new StallsTable(timeline);
        causes = new CausesTable(explained);
    }

    /** What came since the reader's last read; nothing where nothing came. Where reports were due meanwhile, it is said how many. */
    void interval(IntervalReader reader, long skipped) {
        reader.read().forEach(this::add);
        if (!summary.rows().isEmpty()) {
            String several = skipped == 0 ? "" : ", " + (skipped + 1) + " intervals in one: none was written meanwhile";
            print("\nlatency probes, since the last time" + several + '\n');
            table();
            print(stalls.lines());
        }
    }

    /** Everything since the start, how the JVM ran, and what measuring costs. */
    void total(IntervalReader reader, CostMeasure costs, JvmConditions known) {
        Answer conditions = known.add(new Answer(), null);
        print("\nlatency probes, since the start\n");
        reader.total(interval -> add(known.sinceWoven(interval)));
        if (summary.rows().isEmpty()) {
            print("no probed method was called\n");
        } else {
            table();
            print(synchronizedProbes());
        }
        print(lines(known.notReturnedAtEnd()));
        print(stalls.lines());
        print(lines(causes.lines()));
        print(lines(DisturbancesTable.lines(conditions.all(DisturbanceSum.TABLE, DisturbanceSum.class))));
        print(lines(CarriersTable.lines(conditions.all(CarrierWaits.TABLE, CarrierWaits.class))));
        Costs measured = costs.of(CostMeasure.Calls.soFar());
        print(lines(NestingText.lines(nesting.rows(measured.callNanos(), measured.countNanos()))));
        print(lines(abandoned()));
        print(lines(CostsText.lines(measured)));
        print(line("", linker.withoutMemory()));
        print(line("", weaveLog.late()));
        print(line("refused: ", weaveLog.reasons()));
    }

    private static String line(String head, String text) {
        return text.isEmpty() ? "" : head + text + '\n';
    }

    private void add(Interval interval) {
        read = read + 1;
        if (stalls.add(interval) || causes.add(interval)) {
            return;
        }
        summary.add(interval);
        nesting.add(interval);
    }

    private void table() {
        ReportTableText.print(summary.rows(), this::print);
        print(lines(SampledRemark.lines(summary.rows())));
        print(lines(summary.remarks()));
    }

    private String synchronizedProbes() {
        TreeSet<String> names = new TreeSet<>();
        for (Figures row : summary.rows()) {
            if (!row.isJitter() && weaveLog.leavesOutWait(row.name())) {
                names.add(Figures.inOneLine(row.name()));
            }
        }
        if (names.isEmpty()) {
            return "";
        }
        return "without the wait for their monitor, as methods are synchronized: "
                + String.join(", ", names.stream().limit(MOST_NAMED).toList())
                + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more\n" : "\n");
    }

    /** What was lost because the application dropped stages before they completed: a sentence for each probe concerned. */
    private List<String> abandoned() {
        linker.noticeAbandoned();
        List<String> remarks = new ArrayList<>();
        for (Linker.Linked probe : linker.linked()) {
            if (probe.abandoned() > 0) {
                remarks.add(probe.name() + (probe.tags().isEmpty() ? "" : probe.tags()) + ": " + probe.abandoned()
                        + " calls were abandoned: their stages were dropped before they completed");
            }
        }
        return remarks;
    }

    private static String lines(Iterable<String> lines) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(Figures.inOneLine(line)).append('\n'); // names of threads and probes are any text
        }
        return text.toString();
    }

    private void print(String text) {
        output.print(text);
        pieces = pieces + 1;
    }

    /** Grows as long as there is something to do. */
    long progress() {
        return read + pieces;
    }
}
