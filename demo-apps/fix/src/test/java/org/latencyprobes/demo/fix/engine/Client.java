package org.latencyprobes.demo.fix.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what a client was told. */
final class Client implements ReportListener {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final List<Long> received = Collections.synchronizedList(new ArrayList<>());
    private final List<Exception> failures = new CopyOnWriteArrayList<>();

    @Override
    public void received(long startNanos) {
        received.add(startNanos);
    }

    @Override
    public void failed(Exception reason) {
        failures.add(reason);
    }

    List<Long> received() {
        synchronized (received) {
            return List.copyOf(received);
        }
    }

    List<Exception> failures() {
        return failures;
    }

    void awaitReports(int count) {
        await().atMost(LONGEST)
                .pollInterval(Duration.ofMillis(10))
                .failFast(() -> assertThat(failures).isEmpty())
                .until(() -> received.size() >= count);
    }

    Exception awaitFailure() {
        await().atMost(LONGEST).pollInterval(Duration.ofMillis(10)).until(() -> !failures.isEmpty());
        return failures.get(0);
    }
}
