package org.latencyprobes.cli.ui;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.live.LiveRow;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.cli.report.LogReading;
import org.latencyprobes.cli.report.Recording;
import org.latencyprobes.cli.report.ReportContent;

/** The logs of a finished run, read once. Their figures are those of all their time, whatever the window. Immutable once read. */
record FinishedRun(String name, String remark, List<LiveRow> figures, Map<RowKey, ProbeRecording> recordings)
        implements Watched {

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
                        + content.facts().get("Time"),
                new ArrayList<>(),
                new HashMap<>());
        content.answer().all(ReportRow.TABLE, ReportRow.class).forEach(row -> run.add(row, content));
        return run;
    }

    private void add(ReportRow row, ReportContent content) {
        RowKey key = RowKey.of(row, 0);
        figures.add(new LiveRow(key, "", "", ReportFigures.of(row), 0, ""));
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
                                List.of(),
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
    public List<LiveRow> figures(Window window) {
        return figures;
    }

    @Override
    public ProbeRecording recording(RowKey key, Window window) {
        return recordings.get(key);
    }

    @Override
    public Answer change(Request request, boolean isConsent) {
        return Answer.failed(ExitCode.USAGE, name + " is a log, in which nothing can be changed");
    }
}
