package org.latencyprobes.agent.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of connections to {@code ui} that come with no browser, in a process with the JDK's server as the command sets it up. */
@Tag("full")
final class UiConnectionsIT {

    private static final int MANY = 500;
    private static final int LONG_MILLIS = 300_000;

    @Test
    void hundredsThatSendNoRequestKeepNobodyWaitingAndAreClosed() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (RunningJvm jvm = UiPageIT.shop();
                UiRun ui = UiRun.of(jvm.pid())) {
            for (int i = 0; i < MANY; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), ui.port());
                slow.add(socket);
                socket.getOutputStream().write("GET / HTTP/1.1\r\nX-Slow: ".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(page(ui)).contains("<title>Latency Probes</title>");
            for (Socket socket : slow) {
                socket.setSoTimeout(LONG_MILLIS);
                assertThat(isClosed(socket)).isTrue();
            }
            assertThat(page(ui)).contains("<title>Latency Probes</title>");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static String page(UiRun ui) throws IOException, InterruptedException {
        URI page = URI.create("http://127.0.0.1:" + ui.port() + '/');
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                .body();
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException reset) {
            return !(reset instanceof SocketTimeoutException);
        }
    }
}
