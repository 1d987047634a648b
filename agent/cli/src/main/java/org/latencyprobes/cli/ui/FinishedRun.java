package org.latencyprobes.cli.ui;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.live.SeriesKey;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.cli.report.LogReading;
import org.latencyprobes.cli.report.Recording;
import org.latencyprobes.cli.report.ReportContent;

/** The logs of a finished run, read once. Their figures are those of all their time, whatever the window. Immutable. */
final class FinishedRun implements Watched {

    private final String name;
    private final String remark;
    private final List<ProbeFigures> figures = new ArrayList<>();
    private final Map<SeriesKey, ProbeRecording> recordings = new HashMap<>();

    private FinishedRun(String name, String remark) {
        this.name = name;
        this.remark = remark;
    }

    /**
     * Reads logs.
     *
     * @param logs a file, a folder or a glob
     * @throws IOException if there is none, or one cannot be read
     * @throws IllegalArgumentException if the glob is malformed
     */
    static FinishedRun read(String logs) throws IOException {
        ReportContent content = LogReading.read(List.of(logs), false).content();
        Path file = Path.of(logs).getFileName();
        FinishedRun run = new FinishedRun(
                file == null ? logs : file.toString(),
                "finished: " + content.facts().get("Logs") + "; "
                        + content.facts().get("Time"));
        content.answer().all(ReportRow.TABLE, ReportRow.class).forEach(row -> run.add(row, content));
        return run;
    }

    private void add(ReportRow row, ReportContent content) {
        SeriesKey key = SeriesKey.of(row, 0);
        figures.add(new ProbeFigures(key, ReportFigures.of(row), "", ""));
        content.recordings().stream()
                .filter(recording -> recording.key().equals(key) && recording.total() != null)
                .findFirst()
                .ifPresent(recording -> recordings.put(
                        key,
                        new ProbeRecording(
                                recording.total(),
                                recording.blocks(),
                                content.stalls(),
                                end(content.recordings()),
                                List.of())));
    }

    /** The end of all logs, in ms since 1970; 0 where no time is known. */
    private static double end(List<Recording> all) {
        return all.stream()
                .flatMap(recording -> recording.blocks().stream())
                .mapToDouble(Histogram::getEndTimeStamp)
                .max()
                .orElse(0);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String label() {
        return name;
    }

    @Override
    public State state() {
        return State.FINISHED;
    }

    @Override
    public long millis() {
        return 0;
    }

    @Override
    public String remark() {
        return remark;
    }

    @Override
    public List<ProbeFigures> figures(Window window) {
        return figures;
    }

    @Override
    public ProbeRecording recording(SeriesKey key, Window window) {
        return recordings.get(key);
    }

    @Override
    public Change change(Request request) {
        return new Change(ExitCode.USAGE, name + " is a log, in which nothing can be changed\n");
    }
}
