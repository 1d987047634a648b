package org.latencyprobes.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.AnswerLines;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.ForecastRow;
import org.latencyprobes.agent.protocol.state.HelloFacts;

@EnabledOnOs(OS.LINUX)
@ResourceLock("the places of this JVM's socket")
final class CommandSocketTest implements CommandSocket.Handler {

    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final int LONG = 200_000;

    private CommandSocket socket = new CommandSocket(this, LONG_NANOS);
    private final CountDownLatch ended = new CountDownLatch(1);
    private BiFunction<Request, Progress, Answer> agent = (request, progress) -> new Answer()
            .say(request.toString())
            .add(
                    ForecastRow.TABLE,
                    ForecastRow.class,
                    List.of(new ForecastRow("a\"b\u001b", 7, Double.NaN), new ForecastRow("c", 0.5, 1e9)))
            .add(HelloFacts.NAME, new HelloFacts("y", 1));

    @BeforeEach
    void open() {
        socket.open();
    }

    /** Clients that take longer are cut. For tests that wait for that. */
    private void openForQuickClients() {
        socket.close();
        socket = new CommandSocket(this, SHORT_NANOS);
        socket.open();
    }

    @AfterEach
    void close() {
        socket.close();
    }

    @Override
    public Answer answer(Request request, Progress progress) {
        return agent.apply(request, progress);
    }

    @Override
    public void ended() {
        ended.countDown();
    }

    private static void awaitZero(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path place() {
        return Path.of(socket.place());
    }

    private String exchange(String sent) throws IOException {
        return RawClient.exchange(place(), sent);
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    @Test
    void answersAreJsonLines() throws IOException {
        String json = exchange("GET /status HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n");
        assertThat(json).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Type: application/x-ndjson;version=2\r\n");
        assertThat(body(json).lines())
                .containsExactly(
                        "{\"message\":\"Status[jvm=false]\"}",
                        "{\"forecast\":[]}",
                        "{\"forecast\":{\"probe\":\"a\\\"b\\u001b\",\"perSecond\":7,\"percentOfCore\":null}}",
                        "{\"forecast\":{\"probe\":\"c\",\"perSecond\":0.5,\"percentOfCore\":1000000000}}",
                        "{\"hello\":{\"version\":\"y\",\"pid\":1}}",
                        "{\"exitCode\":0}");
    }

    /** As by an application that interrupts all threads. */
    @Test
    void anInterruptOfItsThreadEndsNothing() throws IOException {
        Path before = place();
        for (int round = 0; round < 3; round++) {
            Thread listening = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("latency-probes-socket"))
                    .findFirst()
                    .orElseThrow();
            listening.interrupt();
            assertThat(exchange("GET /status HTTP/1.1\r\n\r\n")).contains("Status[jvm=false]");
            assertThat(listening.isAlive()).isTrue();
            assertThat(place()).isEqualTo(before);
        }
    }

    @Test
    void argumentsAreTheQueryAndTheBodyOrAnObject() throws IOException {
        assertThat(exchange("POST /probe?patterns=a%20b&future=true HTTP/1.1\r\nContent-Length: 30\r\n\r\n"
                        + "patterns=%C3%B6&patterns=x=1+2"))
                .contains("Probe[patterns=[a b, ö, x=1 2], future=true, summary=false]");
        assertThat(exchange("POST /mode HTTP/1.1\r\nContent-Length: 15\r\n\r\n{\"mode\": \"off\"}"))
                .contains("Mode[mode=off, probe=*]");
        Request asked = new Request.Probe(List.of("com.acme..*#f(int,long) as \"größe\"", "", "&=%+\t"), false, false);
        assertThat(exchange(asked)).contains(AnswerLines.message(asked.toString()));
    }

    @Test
    void argumentsAreInOnePlace() throws IOException {
        String sent = "POST /mode?mode=off HTTP/1.1\r\nContent-Length: 13\r\n\r\n{\"probe\":\"x\"}";
        assertThat(exchange(sent)).startsWith("HTTP/1.1 400 ").contains("not in both");
        assertThat(exchange(sent.replace("?mode=off", ""))).contains("Mode[mode=, probe=x]");
    }

    private String exchange(Request asked) throws IOException {
        return exchange(new String(HttpRequest.bytes(asked, ""), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /detach HTTP/1.1| 405",
                "GET /report?since=last&causes=true HTTP/1.1| 405",
                "GET /report?last HTTP/1.1| 400",
                "GET /report?until=a&sins=b HTTP/1.1| 400",
                "GET /slow?most=-1 HTTP/1.1| 400",
                "GET /slowly HTTP/1.1| 400",
                "DELETE /status HTTP/1.1| 405",
                "GET status HTTP/1.1| 400",
                "GET /status| 400",
                "GET /status HTTP/2| 400",
                "GET /st%zzatus HTTP/1.1| 400",
                "GET /status HTTP/1.1~no colon| 400",
                "POST /mark HTTP/1.1~Content-Length: -1| 400",
                "POST /mark HTTP/1.1~Content-Length: 1~Content-Length: 2| 400",
                "POST /mark HTTP/1.1~Content-Length: 8388609| 413",
                "POST /mark HTTP/1.1~Transfer-Encoding: chunked| 411",
                "GET /status HTTP/1.1~Accept: text/x-latency-probes-v2| 406",
                "GET /status HTTP/1.1~Latency-Probes-Process: 1.2.3| 421",
                "\u0016\u0003\u0001~garbage: 1| 400",
            })
    void whatIsNoRequestIsRefused(String head, int status) throws IOException {
        String response = exchange(head.replace("~", "\r\n") + "\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 " + status + ' ').endsWith("{\"exitCode\":2}\n");
        assertThat(exchange("GET /status HTTP/1.1\r\n\r\n")).contains("Status[jvm=false]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "\r\n", "GET / ", "a: b\r\n"})
    void aHeadWithoutEndIsRefusedAtItsLimit(String piece) throws IOException {
        assertThat(exchange(piece.repeat(LONG / piece.length()))).startsWith("HTTP/1.1 4");
    }

    @Test
    void aClientThatKeepsItWaitingIsCut() throws IOException {
        openForQuickClients();
        for (String half : List.of("", "GET /sta", "POST /mark HTTP/1.1\r\nContent-Length: 3\r\n\r\na")) {
            assertThat(exchange(half)).isEmpty();
        }
    }

    /** As one that is refused before it has sent anything. */
    @Test
    void whoIsRefusedWhileStillSendingReadsWhy() throws Exception {
        try (RawClient client = new RawClient(place())) {
            client.send("GET status HTTP/1.1\r\n\r\n");
            assertThat(client.rest()).startsWith("HTTP/1.1 400 ");
            assertThat(client.send("and more"))
                    .as("the connection is not broken")
                    .isTrue();
        }
    }

    @Test
    void aClientThatTakesNoAnswerIsCut() throws Exception {
        openForQuickClients();
        agent = (request, progress) -> new Answer().say("x".repeat(10_000_000));
        try (RawClient client = new RawClient(place())) {
            client.send("GET /status HTTP/1.1\r\n\r\n");
            awaitZero(ended);
        }
    }

    @Test
    void workNeverWaitsForAClientThatTakesNoProgress() throws Exception {
        CountDownLatch worked = new CountDownLatch(1);
        agent = (request, progress) -> {
            for (int i = 0; i < LONG; i++) {
                progress.accept("going on");
            }
            worked.countDown();
            return new Answer();
        };
        try (RawClient client = new RawClient(place())) {
            client.send("GET /status HTTP/1.1\r\n\r\n");
            awaitZero(worked);
            assertThat(client.rest()).contains("{\"progress\":\"going on\"}\n");
        }
    }

    @Test
    void workKnowsThatTheClientHasGone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch noticed = new CountDownLatch(1);
        agent = (request, progress) -> {
            assertThat(progress.isAwaited()).isTrue();
            begun.countDown();
            Await.patiently().until(() -> !progress.isAwaited());
            noticed.countDown();
            return new Answer();
        };
        try (RawClient client = new RawClient(place())) {
            client.send("GET /status HTTP/1.1\r\n\r\n");
            awaitZero(begun);
        }
        awaitZero(noticed);
    }

    @Test
    void aClientThatSendsNoMoreIsStillAnswered() throws Exception {
        CountDownLatch silent = new CountDownLatch(1);
        AtomicBoolean isAwaited = new AtomicBoolean();
        agent = (request, progress) -> {
            awaitZero(silent);
            isAwaited.set(progress.isAwaited());
            return new Answer();
        };
        try (RawClient client = new RawClient(place())) {
            client.send("GET /status HTTP/1.1\r\n\r\n");
            client.sendNoMore();
            silent.countDown();
            assertThat(client.rest()).endsWith("{\"exitCode\":0}\n");
        }
        assertThat(isAwaited).isTrue();
    }

    @Test
    void workKnowsThatAClientThatSentNoMoreHasGone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        agent = (request, progress) -> {
            begun.countDown();
            Await.patiently().until(() -> !progress.isAwaited());
            gone.countDown();
            return new Answer();
        };
        try (RawClient client = new RawClient(place())) {
            client.send("GET /status HTTP/1.1\r\n\r\n");
            client.sendNoMore();
            awaitZero(begun);
        }
        awaitZero(gone);
    }

    @Test
    void aConnectionEndsWhateverItsThreadThrows() throws IOException {
        agent = (request, progress) -> {
            throw new StackOverflowError("of a test");
        };
        assertThat(exchange("GET /status HTTP/1.1\r\n\r\n")).doesNotContain("exitCode");
        awaitZero(ended);
        assertThat(socket.isInUse()).isFalse();
    }

    /** As many as there may be, each with a request that is not answered until the latch is down. */
    private List<RawClient> busyClients(CountDownLatch end) throws IOException {
        CountDownLatch begun = new CountDownLatch(CommandSocket.MOST_CONNECTIONS);
        agent = (request, progress) -> {
            if (request.command().equals("report")) {
                begun.countDown();
                awaitZero(end);
            }
            return new Answer().say("done: " + request.command());
        };
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < CommandSocket.MOST_CONNECTIONS; i++) {
            RawClient client = new RawClient(place());
            clients.add(client);
            client.send("GET /report HTTP/1.1\r\n\r\n");
        }
        awaitZero(begun);
        return clients;
    }

    @Test
    void whoComesWhileThereAreManyIsToldSoUnlessHeHelpsHimself() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        List<RawClient> clients = busyClients(end);
        assertThat(exchange("GET /report HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 503 ");
        assertThat(exchange("GET /hello HTTP/1.1\r\n\r\n")).contains("done: hello");
        assertThat(exchange("GET /status HTTP/1.1\r\n\r\n")).contains("done: status");
        end.countDown();
        for (RawClient client : clients) {
            assertThat(client.rest()).endsWith("{\"exitCode\":0}\n");
            client.close();
        }
        Await.patiently().until(() -> exchange("GET /report HTTP/1.1\r\n\r\n").startsWith("HTTP/1.1 200 "));
    }

    /** The agent leaves on the thread that takes connections then. */
    @Test
    void aDetachWhileThereAreManyIsAnswered() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        List<RawClient> clients = busyClients(end);
        agent = (request, progress) -> {
            end.countDown();
            socket.close();
            return new Answer().say("detached");
        };
        assertThat(exchange("POST /detach HTTP/1.1\r\n\r\n")).contains("detached", "{\"exitCode\":0}");
        for (RawClient client : clients) {
            client.close();
        }
        assertThat(socket.place()).startsWith("none");
    }

    @Test
    @Tag("full")
    void aLongAnswerIsWhole() throws IOException {
        Answer answer = new Answer();
        for (int i = 0; i < 400; i++) {
            answer.say("x".repeat(100_000));
        }
        agent = (request, progress) -> answer;
        String response = exchange("GET /report HTTP/1.1\r\n\r\n");
        assertThat(response.length()).isGreaterThan(40_000_000);
        assertThat(response).endsWith("{\"exitCode\":0}\n");
    }

    @Test
    @Tag("full")
    void aLongRequestIsRead() throws IOException {
        String pattern = "com.acme.Order#send as \"" + "x".repeat(4_000_000) + '"';
        agent = (request, progress) -> new Answer().say(String.valueOf(request.equals(new Request.Explain(pattern))));
        assertThat(exchange(new Request.Explain(pattern))).contains(AnswerLines.message("true"));
    }

    @Test
    void aFileFollowsTheAnswerAndIsDeleted() throws IOException {
        Path file = socket.newFile();
        agent = (request, progress) -> new Answer().attach(file);
        Files.writeString(file, "a\nb");
        assertThat(body(exchange(new Request.Recording()))).isEqualTo("{\"file\":3}\na\nb{\"exitCode\":0}\n");
        assertThat(file).doesNotExist();
        Files.writeString(file, "a\nb");
        assertThat(body(exchange("GET /recording HTTP/1.1\r\n\r\n"))).isEqualTo("{\"exitCode\":0}\n");
        assertThat(file).doesNotExist();
    }

    @Test
    void everyResponseTellsTheVersion() throws IOException {
        String server = "\r\nServer: latency-probes/" + Version.text() + "\r\n";
        assertThat(exchange("GET /status HTTP/1.1\r\n\r\n")).contains(server);
        assertThat(exchange("GET status HTTP/1.1\r\n\r\n")).contains(server);
    }
}
