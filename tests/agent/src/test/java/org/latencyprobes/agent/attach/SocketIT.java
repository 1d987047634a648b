package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.kit.CommandLine.done;
import static org.latencyprobes.agent.kit.CommandLine.messages;
import static org.latencyprobes.agent.kit.CommandLine.rows;
import static org.latencyprobes.agent.kit.CommandLine.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.fixture.slow.Waits;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the socket over which commands come once the agent is there. */
@EnabledOnOs(OS.LINUX)
final class SocketIT {

    private static final String REPOSITORY = Repository.class.getName();
    private static final String WARNING = "A Java agent has been loaded dynamically";
    private static final String UNATTACHABLE = "-XX:+DisableAttachMechanism";
    private static final int FIRST_JDK_THAT_RECORDS_AGENTS = 21;
    private static final int CLIENTS = 500;
    private static final int MANY_CLIENTS = 20_000;
    private static final JsonMapper MAPPER = new JsonMapper();

    @TempDir
    private Path folder;

    private RunningJvm jvm;

    @AfterEach
    void end() {
        jvm.kill();
    }

    private AgentSocket attached() {
        start(ForkedJvm.of(Repository.class).quick());
        done("attach", jvm.pid());
        return AgentSocket.of(jvm);
    }

    private void start(ForkedJvm forked) {
        jvm = forked.start().awaitText("ready");
    }

    /** Nothing else can reach such a JVM. */
    private AgentSocket unattachable() {
        start(ForkedJvm.of(Repository.class).quick().flags(UNATTACHABLE).withAgent("jitter=off"));
        return AgentSocket.of(jvm);
    }

    private static List<JsonNode> lines(String json) {
        List<JsonNode> lines = new ArrayList<>();
        try {
            for (String line : json.lines().toList()) {
                lines.add(MAPPER.readTree(line));
            }
            return lines;
        } catch (IOException e) {
            throw new AssertionError("no JSON lines: " + json, e);
        }
    }

    private static int exitCode(List<JsonNode> lines) {
        return lines.get(lines.size() - 1).get("exitCode").asInt();
    }

    @Test
    @Tag("full")
    void everyCommandGoesOverIt() {
        AgentSocket socket = unattachable();
        long pid = jvm.pid();
        assertThat(done("status", pid).at("/status/socket").asText())
                .isEqualTo(socket.path().toString());
        done("probe", pid, REPOSITORY + "#store as \"größe, 1 of 2 & 3\"");
        jvm.order("store");
        assertThat(rows(done("report", pid), "report", "probe", "größe, 1 of 2 & 3")
                        .get(0)
                        .get("count")
                        .asLong())
                .isEqualTo(1);
        assertThat(messages(done("set", pid, "limit=7"))).contains("option limit: 1000 -> 7");
        assertThat(run("probes", pid, "--explain", "no.such.Type#x")
                        .expectExit(1)
                        .stderr())
                .contains("no loaded class");
        assertThat(run("why", pid, REPOSITORY + "#find", "--for", "1s", "-o", "text")
                        .expectExit(0)
                        .stdout())
                .contains("deep causes: ");
        assertThat(run("detach", pid).expectExit(0).stdout()).startsWith("detached: 2 classes restored");
        assertThat(socket.path().getParent()).doesNotExist();
        assertThat(run("status", pid).expectExit(3).stderr()).contains(UNATTACHABLE);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "the JVM warns since 21")
    @Tag("full")
    void theJvmWarnsOnceForAllCommands() {
        attached();
        for (String command : List.of("status", "probes", "report", "attach")) {
            done(command, jvm.pid());
        }
        assertThat(jvm.printed().split(WARNING, -1)).hasSize(2);
        done("detach", jvm.pid());
        done("attach", jvm.pid());
        assertThat(jvm.printed().split(WARNING, -1)).hasSize(3);
    }

    @Test
    @Tag("full")
    void aJvmThatEndsRemovesItsSocketAndTheNextThatOfAKilledOne() throws IOException {
        Path first = attached().path();
        jvm.tellToEnd().expectExit(0);
        assertThat(first.getParent()).doesNotExist();
        Path killed = attached().path();
        jvm.kill();
        attached(); // or whatever agent of this user comes first
        jvm.await("the socket of the killed JVM is removed", () -> !Files.exists(killed.getParent()));
    }

    /** Cleaners of {@code /tmp} spare the sockets in that list. */
    @Test
    void theKernelListsItUnderTheNameThatItHas() throws IOException {
        Path socket = attached().path();
        assertThat(Files.readAllLines(Path.of("/proc/net/unix"))).anyMatch(line -> line.endsWith(" " + socket));
    }

    @Test
    @Tag("nightly") // it takes the minute after which it is looked at
    void itIsThereAgainWithinMinutesWhoeverRemovesIt() throws IOException {
        AgentSocket socket = unattachable();
        awaitDormant(socket);
        Files.delete(socket.path());
        jvm.await("a socket", () -> Files.exists(socket.path()));
        assertThat(done("status", jvm.pid()).get("exitCode").asInt()).isZero();
    }

    /** The file is there before the agent is done with it. Any request that it knows would wake the agent. */
    private static void awaitDormant(AgentSocket socket) {
        assertThat(socket.post("none", "")).contains("unknown command");
    }

    /** Nor would anything else wake the agent where nobody can attach. */
    @Test
    @Tag("nightly") // it takes two of these minutes
    void whereItCannotBeOpenedAgainThatIsTriedUntilItCan() throws IOException {
        start(ForkedJvm.of(Waits.class) // has no probe
                .quick()
                .environment("HOME", "none")
                .environment("XDG_RUNTIME_DIR", "none")
                .withAgent("jitter=off"));
        AgentSocket socket = AgentSocket.of(jvm);
        awaitDormant(socket);
        Path place = socket.path().getParent();
        Files.delete(socket.path());
        Files.delete(place);
        Files.createFile(place);
        jvm.await("an opening that failed", () -> threads().contains("CommandSocket.openInPlaceOf"));
        Files.delete(place);
        jvm.await("a socket", () -> Files.exists(socket.path()));
    }

    @Test
    @Tag("full")
    void whereItIsGoneCommandsAttachAndThenThereIsOneAgain() throws IOException {
        Path socket = attached().path();
        Files.delete(socket);
        done("status", jvm.pid());
        assertThat(socket).exists();
        Files.delete(socket);
        Files.delete(socket.getParent());
        done("status", jvm.pid());
        assertThat(AgentSocket.of(jvm).post("status", "")).contains("{\"exitCode\":0}");
    }

    @Test
    @Tag("full")
    @Tag("each-jdk")
    void oneThatOthersMayHaveMadeIsNotUsed() throws IOException {
        Path socket = attached().path();
        Files.setPosixFilePermissions(socket.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(run("status", jvm.pid()).expectExit(0).stderr())
                .contains("the agent's socket is not used: " + socket.getParent() + " is not a folder that user ");
    }

    /** As by another user, who may do so in {@code /tmp} before the agent comes. */
    @Test
    @Tag("full")
    void whereItsPlaceIsTakenItIsInAFolderOfItsUser() throws IOException {
        start(ForkedJvm.of(Repository.class).quick().environment("XDG_RUNTIME_DIR", folder.toString()));
        done("attach", jvm.pid());
        Path socket = AgentSocket.of(jvm).path();
        Path moved = Files.move(socket, socket.resolveSibling("moved"));
        Files.createFile(socket, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        assertThat(run("status", jvm.pid()).expectExit(0).stderr()).contains("is not a socket that user ");
        Path other = folder.resolve(socket.getParent().getFileName()).resolve("socket");
        assertThat(done("status", jvm.pid()).at("/status/socket").asText()).isEqualTo(other.toString());
        done("detach", jvm.pid());
        assertThat(folder).isEmptyDirectory();
        Files.delete(moved);
        Files.delete(moved.getParent());
    }

    /** What commands of all versions say and understand, byte for byte. */
    @Test
    void helloAndDetachStayAsTheyAre() {
        AgentSocket socket = attached();
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson;version=2\r\nServer: latency-probes/"
                + CommandLine.VERSION + "\r\nConnection: close\r\n\r\n";
        assertThat(socket.exchange(sent("hello")))
                .isEqualTo(head + "{\"hello\":{\"version\":\"" + CommandLine.VERSION + "\",\"pid\":" + jvm.pid()
                        + "}}\n{\"exitCode\":0}\n");
        assertThat(socket.exchange(sent("detach")))
                .isEqualTo(head + "{\"message\":\"detached: 2 classes restored\"}\n{\"exitCode\":0}\n");
    }

    private static String sent(String command) {
        return "POST /" + command
                + " HTTP/1.1\r\nHost: localhost\r\nLatency-Probes-Process: \r\nContent-Length: 0\r\n\r\n";
    }

    @Test
    @Tag("full")
    @Tag("each-jdk")
    void secretsOfOptionsStandInNoRecording() throws IOException {
        start(ForkedJvm.of(Repository.class).quick());
        record();
        done("attach", jvm.pid(), "prometheus.token=not-to-be-seen");
        assertRecordedWithoutSecret("the agent's jar", "latency-probes-agent.jar");
    }

    @Test
    @Tag("full")
    void secretsOfTheFileOfOptionsStandInNoRecording() throws IOException {
        Path config = Files.createFile(
                folder.resolve("options"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(config, "prometheus.token=not-to-be-seen");
        start(ForkedJvm.of(Repository.class).quick().withAgent("report=off,config=" + config));
        record();
        assertRecordedWithoutSecret("the agent's argument", config.toString());
    }

    private void record() throws IOException {
        Jdk.tool("jcmd", jvm.pid(), "JFR.start", "name=others");
    }

    /** From JDK 21 on Flight Recorder writes down with what each agent was loaded. */
    private void assertRecordedWithoutSecret(String what, String ofAgent) throws IOException {
        Path file = folder.resolve("others.jfr");
        Jdk.tool("jcmd", jvm.pid(), "JFR.dump", "name=others", "filename=" + file);
        String recording = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(recording).doesNotContain("not-to-be-seen");
        if (Runtime.version().feature() >= FIRST_JDK_THAT_RECORDS_AGENTS) {
            assertThat(recording).as(what).contains(ofAgent);
        }
    }

    /** A program that knows nothing of the agent. */
    @Test
    @EnabledIf("hasCurl")
    void curlAsksAndReadsJsonLines() throws IOException {
        AgentSocket socket = attached();
        List<JsonNode> status = lines(curl(socket, "http://localhost/status"));
        assertThat(status.get(0).get("status").get("pid").asLong()).isEqualTo(jvm.pid());
        List<JsonNode> probed = lines(curl(
                socket,
                "--data-urlencode",
                "patterns=" + REPOSITORY + "#store as \"a & b\"",
                "http://localhost/probe"));
        assertThat(exitCode(probed)).as("%s", probed).isZero();
        assertThat(probed).anyMatch(line -> line.path("progress").asText().startsWith("to be woven: 1 method"));
        assertThat(probed)
                .anyMatch(line -> line.path("methods").path("probe").asText().equals("a & b"));
        assertThat(exitCode(lines(curl(socket, "http://localhost/detach")))).isEqualTo(2);
        assertThat(exitCode(lines(curl(socket, "http://localhost/stalls?last=2"))))
                .isEqualTo(2);
        assertThat(curl(socket, "http://localhost/slow?most=-1")).contains("it takes whole numbers from 0 on");
        assertThat(curl(socket, "http://localhost/dry-run?pattern=java.lang.Runnable&forecastMillis=abc"))
                .contains("forecastMillis");
        assertThat(exitCode(lines(curl(socket, "-d", "", "http://localhost/detach"))))
                .isZero();
    }

    static boolean hasCurl() {
        try {
            return new ProcessBuilder("curl", "--version")
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String curl(AgentSocket socket, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("curl", "--silent", "--unix-socket", socket.path().toString()));
        command.addAll(List.of(arguments));
        Process curl = new ProcessBuilder(command).start();
        String printed = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(curl.onExit().join().exitValue()).isZero();
        return printed;
    }

    @Test
    @Tag("full")
    void garbageAndManyClientsLeaveNothingBehind() throws IOException {
        assertNothingIsLeftOf(CLIENTS);
    }

    @Test
    @Tag("nightly")
    void theSameHoldsOfVeryManyClients() throws IOException {
        assertNothingIsLeftOf(MANY_CLIENTS);
    }

    private void assertNothingIsLeftOf(int clients) throws IOException {
        AgentSocket socket = attached();
        String request =
                "POST /mode?mode=sampled%3A16&probe=* HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nContent-Length: 3\r\n\r\na=b";
        Random random = new Random(16);
        for (int i = 0; i < clients; i++) {
            StringBuilder changed = new StringBuilder(request);
            for (int change = random.nextInt(8); change > 0; change--) {
                changed.setCharAt(random.nextInt(changed.length()), (char) random.nextInt(256));
            }
            String sent = changed.append("\r\n\r\n").toString();
            socket.exchange(i % 10 == 0 ? sent.repeat(1_000) : sent);
        }
        jvm.await("no connection is left", () -> !threads().contains("\"latency-probes-connection\""));
        assertThat(threads().split("\"latency-probes-socket\"", -1)).hasSize(2);
        assertThat(descriptors()).isLessThan(200);
        AgentClient client = AgentClient.to(jvm);
        client.ask("mode", "on", "*");
        jvm.order("find");
        assertThat(client.ask("probes").count("Repository.find")).isEqualTo(1);
        assertThat(jvm.printed()).doesNotContain("unexpected");
    }

    private String threads() throws IOException {
        return Jdk.tool("jcmd", jvm.pid(), "Thread.print");
    }

    private long descriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc", String.valueOf(jvm.pid()), "fd"))) {
            return files.count();
        }
    }
}
