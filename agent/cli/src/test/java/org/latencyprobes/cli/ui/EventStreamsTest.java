package org.latencyprobes.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.thread.DaemonThread;

/** Tests of pages that are slow, each with the other pages of the same server. */
final class EventStreamsTest {

    private static final String TOKEN = "T0ken";
    private static final int ROWS = 16;
    private static final long TURN_NANOS = 20_000_000;
    private static final String LARGE = "x".repeat(1 << 20);

    /** Only the page that reads nothing has rows, so that no other writer has to wait. */
    private final FixedPage page = new FixedPage(false) {
        @Override
        public List<Row> rows(Window window) {
            return window == Window.ALL ? rows : List.of();
        }
    };

    private final EventStreams streams = new EventStreams(page, Duration.ofSeconds(5));
    private final AtomicInteger taken = new AtomicInteger();
    private PageServer server;
    private volatile boolean isEnd;

    @BeforeEach
    void open() throws IOException {
        server = PageServer.open(0);
        server.start(new PageHandler(new PageAccess(server.port(), TOKEN), page, streams));
    }

    @AfterEach
    void close() {
        isEnd = true;
        streams.close();
        server.close();
    }

    @Test
    @Tag("full")
    void aBrowserThatReadsNothingKeepsNobodyWaitingAndIsCutOff() throws IOException {
        try (Socket reading = page("/events", new Socket());
                Socket stuck = page("/events?window=all", withSmallBuffer())) {
            DaemonThread.of("reader", () -> read(reading)).start();
            DaemonThread.of("turns", this::turns).start();
            Awaitility.await("both").atMost(Duration.ofMinutes(5)).until(() -> streams.pages() == 2);
            for (int row = 0; row < ROWS; row++) {
                page.rows.add(new PageData.Row("large" + row, "\"" + LARGE + "\""));
            }
            Awaitility.await("cut").atMost(Duration.ofMinutes(5)).until(() -> streams.pages() == 1);
            int before = taken.get();
            Awaitility.await("more turns").atMost(Duration.ofMinutes(5)).until(() -> taken.get() > before + 1);
            assertThat(isEnded(stuck)).isTrue();
        }
    }

    private static Socket withSmallBuffer() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(2_048);
        return socket;
    }

    private Socket page(String path, Socket socket) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.getOutputStream()
                .write(RawAnswer.request("GET", path, "127.0.0.1:" + server.port(), "Authorization: Bearer " + TOKEN)
                        .getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** A turn each few ms, as the page has one each second. */
    private void turns() {
        while (!isEnd) {
            streams.next();
            LockSupport.parkNanos(TURN_NANOS);
        }
    }

    /** Counts what comes, by its lines. */
    private void read(Socket socket) {
        byte[] bytes = new byte[1 << 16];
        try {
            for (int length; (length = socket.getInputStream().read(bytes)) >= 0; ) {
                taken.addAndGet(
                        new String(bytes, 0, length, StandardCharsets.UTF_8).split("event: rows", -1).length - 1);
            }
        } catch (IOException end) {
            isEnd = true;
        }
    }

    /** Reads what is left in buffers. */
    private static boolean isEnded(Socket socket) throws IOException {
        socket.setSoTimeout(300_000);
        try {
            return socket.getInputStream().readAllBytes().length < ROWS * LARGE.length();
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
