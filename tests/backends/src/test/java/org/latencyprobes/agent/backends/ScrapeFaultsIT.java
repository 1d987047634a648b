package org.latencyprobes.agent.backends;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.kit.Ports;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * The faults of scrapers, each for some scrapes of Prometheus, before a JVM that works on; see {@link FaultRun}. Prometheus itself is
 * absent when the JVM starts, and killed later; others hang, break off, send garbage or read slowly, so many of them that no thread of the port's is left for
 * Prometheus. When they are gone it has every call. A scraper's name and its answers do not concern a port.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class ScrapeFaultsIT {

    private static final int SCRAPERS = 6;

    /** How often Prometheus tries to scrape meanwhile. */
    private static final int TIMES = 5;

    /** Four answers in the making. */
    private static final long MOST_MORE_HEAP_BYTES = 16 << 20;

    /** So many, and so many requests in a row, that the answers do not fit into the buffers of a connection whose reader does not read. */
    private static final int PROBES = 100;

    private static final int REQUESTS = 150;

    private static final String REQUEST = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String COUNT = "histogram_count(sum(probe_duration_seconds{probe=\"work\"}))";

    @TempDir
    private Path folder;

    private final int port = Ports.free();

    @Test
    void scrapersDisturbNothingAndPrometheusMissesNothing() throws IOException {
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"), port);
                Fleet fleet = new Fleet(folder)) {
            RunningJvm member =
                    fleet.join(Fleet.jvm().withAgent("report=off,jitter=off,prometheus.port=" + port), "agent");
            Fleet.order(member, "probes " + PROBES);
            FaultRun run = new FaultRun(member, MOST_MORE_HEAP_BYTES);
            run.under("absent-at-start", () -> true);
            prometheus.start();
            prometheus.await(COUNT, run.calls());
            run.faultFree(scrapes(prometheus));
            runUnder(run, "hanging", prometheus, scrapers("GET /metrics HTTP/1.1\r\nHost: "));
            runUnder(run, "never-reads", prometheus, scrapers(REQUEST.repeat(REQUESTS)));
            runUnder(run, "garbage", prometheus, scrapers(garbage()));
            breakOff();
            run.under("reset-mid-body", scrapes(prometheus));
            run.faultFree(scrapes(prometheus));
            prometheus.kill();
            run.under("killed", () -> true);
            prometheus.start();
            run.faultFree(scrapes(prometheus));
            run.assertUndisturbed();
            prometheus.await(COUNT, run.calls());
        }
    }

    /** Whether Prometheus has tried so many times since now; it keeps a sample of each. */
    private static Callable<Boolean> scrapes(Prometheus prometheus) {
        String tried = "count_over_time(up[1h])";
        prometheus.await("a first scrape", () -> prometheus.number(tried) > 0);
        double before = prometheus.number(tried);
        return () -> prometheus.number(tried) >= before + TIMES;
    }

    private static void runUnder(FaultRun run, String name, Prometheus prometheus, List<Socket> scrapers)
            throws IOException {
        run.under(name, scrapes(prometheus));
        for (Socket scraper : scrapers) {
            scraper.close();
        }
    }

    private List<Socket> scrapers(String request) throws IOException {
        List<Socket> scrapers = new ArrayList<>();
        for (int i = 0; i < SCRAPERS; i++) {
            scrapers.add(scraper(request));
        }
        return scrapers;
    }

    /** One that reads nothing of its answer, if there is any. */
    private Socket scraper(String request) throws IOException {
        Socket scraper = new Socket();
        scraper.setReceiveBufferSize(1_024);
        scraper.connect(new InetSocketAddress(InetAddress.getByName(Daemon.HOST), port));
        scraper.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return scraper;
    }

    private static String garbage() {
        byte[] garbage = new byte[10_000];
        new Random(1).nextBytes(garbage);
        return new String(garbage, StandardCharsets.ISO_8859_1);
    }

    private void breakOff() throws IOException {
        for (int i = 0; i < 10 * SCRAPERS; i++) {
            try (Socket scraper = scraper(REQUEST)) {
                scraper.getInputStream().read();
                scraper.setSoLinger(true, 0); // resets the connection
            }
        }
    }
}
