package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.option.Option;

/**
 * A wait for the scrape port after a change of options, since the port may be chosen only when it opens. It gives the state of all
 * backends.
 */
final class ScrapePortWait {

    private static final long LONGEST_NANOS = 30_000_000_000L;
    private static final long POLL_NANOS = 10_000_000;
    private static final String BACKEND = "prometheus";
    private static final int STATE = 1;
    private static final int ADDRESS = 2;

    private final Settings settings;
    private final ControlThread control;
    private final String formerPort;
    private final String formerAddress;

    private ScrapePortWait(Settings settings, ControlThread control, String formerPort, String formerAddress) {
        this.settings = settings;
        this.control = control;
        this.formerPort = formerPort;
        this.formerAddress = formerAddress;
    }

    /** Of an agent that has come: nothing was open before. */
    static ScrapePortWait first(Settings settings, ControlThread control) {
        return new ScrapePortWait(settings, control, "", "");
    }

    /** Remembers how they are before a change. */
    static ScrapePortWait before(Settings settings, ControlThread control) throws ExecutionException {
        return new ScrapePortWait(
                settings,
                control,
                settings.sources().given(Option.PROMETHEUS_PORT).value(),
                cell(rows(control), ADDRESS));
    }

    /** A row for each backend, on whatever thread asks. */
    List<Object[]> awaited() throws ExecutionException {
        String port = settings.sources().given(Option.PROMETHEUS_PORT).value();
        boolean opens = !port.equals(formerPort) && !port.equals(Option.PROMETHEUS_PORT.standard());
        long startNanos = System.nanoTime();
        List<Object[]> rows = rows(control);
        while (opens && !isOpened(rows) && System.nanoTime() - startNanos < LONGEST_NANOS) {
            LockSupport.parkNanos(POLL_NANOS);
            rows = rows(control);
        }
        return rows;
    }

    private boolean isOpened(List<Object[]> rows) {
        String state = cell(rows, STATE);
        return !state.isEmpty()
                && !state.equals("opening")
                && (!state.equals("open") || !cell(rows, ADDRESS).equals(formerAddress));
    }

    private static String cell(List<Object[]> rows, int column) {
        for (Object[] row : rows) {
            if (row[0].equals(BACKEND)) {
                return String.valueOf(row[column]);
            }
        }
        return "";
    }

    private static List<Object[]> rows(ControlThread control) throws ExecutionException {
        List<Object[]> rows = new ArrayList<>();
        control.call(() -> {
            rows.addAll(control.outputs().backends());
            return new Answer();
        });
        return rows;
    }
}
