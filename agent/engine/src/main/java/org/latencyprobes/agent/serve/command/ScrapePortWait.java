package org.latencyprobes.agent.serve.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.latencyprobes.agent.option.Option;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.state.BackendRow;
import org.latencyprobes.agent.serve.AgentParts;

/**
 * A wait for the scrape port after a change of options, since the port may be chosen only when it opens. It gives the state of all
 * backends.
 */
record ScrapePortWait(AgentParts agent, String formerPort, String formerAddress) {

    private static final long LONGEST_NANOS = 30_000_000_000L;
    private static final long POLL_NANOS = 10_000_000;
    private static final String BACKEND = "prometheus";

    /** Of an agent that has come: nothing was open before. */
    static ScrapePortWait first(AgentParts agent) {
        return new ScrapePortWait(agent, "", "");
    }

    /** Remembers how they are before a change. */
    static ScrapePortWait before(AgentParts agent) throws ExecutionException {
        return new ScrapePortWait(
                agent, agent.settings().sources().given(Option.PROMETHEUS_PORT).value(), address(row(rows(agent))));
    }

    /** A row for each backend, on whatever thread asks. */
    List<BackendRow> awaited() throws ExecutionException {
        String port = agent.settings().sources().given(Option.PROMETHEUS_PORT).value();
        boolean opens = !port.equals(formerPort) && !port.equals(Option.PROMETHEUS_PORT.standard());
        long startNanos = System.nanoTime();
        List<BackendRow> rows = rows(agent);
        while (opens && !isOpened(rows) && System.nanoTime() - startNanos < LONGEST_NANOS) {
            LockSupport.parkNanos(POLL_NANOS);
            rows = rows(agent);
        }
        return rows;
    }

    private boolean isOpened(List<BackendRow> rows) {
        BackendRow row = row(rows);
        return row != null
                && !row.state().equals("opening")
                && (!row.state().equals("open") || !address(row).equals(formerAddress));
    }

    private static String address(BackendRow rowOrNull) {
        return rowOrNull == null ? "" : rowOrNull.address();
    }

    private static BackendRow row(List<BackendRow> rows) {
        for (BackendRow row : rows) {
            if (row.backend().equals(BACKEND)) {
                return row;
            }
        }
        return null;
    }

    private static List<BackendRow> rows(AgentParts agent) throws ExecutionException {
        List<BackendRow> rows = new ArrayList<>();
        agent.control().call(() -> {
            rows.addAll(agent.outputs().backends());
            return new Answer();
        });
        return rows;
    }
}
