package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** A client of the agent in a running JVM. As the command line does, it asks over the agent's socket, and attaches where there is none. */
public final class AgentClient {

    static {
        System.setProperty(
                "sun.tools.attach.attachTimeout", "300000"); // ms; the JDK's 10 s are short for a starved machine
    }

    /** The names of arguments, in the order in which tests give them. The last one is given any number of times. */
    private static final Map<String, List<String>> ARGUMENTS = Map.ofEntries(
            Map.entry("attach", List.of("options", "leaseMillis", "visit")),
            Map.entry("probe", List.of("patterns")),
            Map.entry("unprobe", List.of("pattern")),
            Map.entry("mode", List.of("mode", "probe")),
            Map.entry("mark", List.of("name")),
            Map.entry("report", List.of("since")),
            Map.entry("explain", List.of("pattern")),
            Map.entry("dry-run", List.of("pattern", "forecastMillis")),
            Map.entry("slow", List.of("most", "stacks", "lastNanos")),
            Map.entry("in-flight", List.of("fromNanos", "most", "stacks")),
            Map.entry("stalls", List.of("most")),
            Map.entry("snapshot", List.of("since", "sinceNanos")),
            Map.entry("why-begin", List.of("id", "leaseMillis", "watchMillis", "deep", "slowNanos", "patterns")),
            Map.entry("why-end", List.of("id", "recording")));

    /** Arguments that are there or not. */
    private static final Set<String> FLAGS = Set.of("methods", "jvm", "causes", "histograms", "future");

    /** Requests that change nothing, so that they can be made again. */
    private static final Set<String> QUESTIONS =
            Set.of("report", "slow", "stalls", "status", "probes", "explain", "in-flight", "snapshot");

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final RunningJvm jvm;
    private final Path jar;

    /** Why nobody answered. */
    private volatile IOException why;

    private AgentClient(RunningJvm jvm, Path jar) {
        this.jvm = jvm;
        this.jar = jar;
    }

    public static AgentClient to(RunningJvm jvm) {
        return new AgentClient(jvm, ForkedJvm.AGENT);
    }

    /** A client that loads another agent's jar, or a copy of ours. */
    public AgentClient by(Path other) {
        return new AgentClient(jvm, other);
    }

    /** Sends a request and expects success. It is sent until the agent's thread had the CPU for it in its time. */
    public ParsedAnswer ask(String... request) {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        ParsedAnswer answer = send(request);
        while (isLate(answer, request[0]) && System.nanoTime() < end) {
            answer = send(request);
        }
        return answer.expectExit(0);
    }

    /** What was not begun is not done later, so it can be sent again, whatever it is; of what was begun only a question. */
    private static boolean isLate(ParsedAnswer answer, String request) {
        return answer.sentences().stream()
                .anyMatch(sentence -> sentence.endsWith("this one was not begun")
                        || QUESTIONS.contains(request) && sentence.contains("has not finished this command within"));
    }

    /** Sends a request and expects nothing. */
    public ParsedAnswer send(String... request) {
        why = null;
        String answer = overSocket(request);
        if (answer == null) {
            String refusal = openSocket(request[0].equals("attach"));
            answer = refusal == null ? overSocket(request) : refusal;
        }
        if (answer == null) {
            throw new IllegalStateException("nobody answers at the agent's socket, in " + sockets(jvm.pid()), why);
        }
        return ParsedAnswer.of(List.of(request), answer);
    }

    /** Null where there is none, or nobody at it. */
    private String overSocket(String... request) {
        String body = body(request);
        String head = "POST /" + request[0] + " HTTP/1.1\r\nContent-Length: " + body.length();
        for (Path socket : sockets(jvm.pid())) {
            try {
                String response = exchange(socket, head + "\r\n\r\n" + body);
                if (!response.isEmpty()) {
                    return answer(response);
                }
            } catch (
                    IOException e) { // gone meanwhile, or that of an earlier process with this number, which was killed
                why = e;
            }
        }
        return null;
    }

    private static String body(String... request) {
        List<String> names = ARGUMENTS.getOrDefault(request[0], List.of());
        List<String> encoded = new ArrayList<>();
        int at = 0;
        for (String argument : List.of(request).subList(1, request.length)) {
            if (FLAGS.contains(argument)) {
                encoded.add(argument + "=true");
            } else {
                String name = names.get(Math.min(at++, names.size() - 1));
                encoded.add(name + '=' + URLEncoder.encode(argument, StandardCharsets.UTF_8));
            }
        }
        return String.join("&", encoded);
    }

    private static List<Path> sockets(long pid) {
        try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("latency-probes." + pid + '.'))
                    .map(folder -> folder.resolve("socket"))
                    .filter(Files::exists)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String exchange(Path socket, String sent) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            channel.write(ByteBuffer.wrap(sent.getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String answer(String response) {
        int body = response.indexOf("\r\n\r\n") + 4;
        boolean isAnswer = response.startsWith("HTTP/1.1 200 ") || response.startsWith("HTTP/1.1 400 ");
        if (!isAnswer || !response.substring(response.lastIndexOf("\n{") + 1).startsWith("{\"exitCode\":")) {
            throw new IllegalStateException("no answer: " + response);
        }
        return response.substring(body);
    }

    /** Null once it is open. Otherwise an answer that says why not. */
    private String openSocket(boolean mayStart) {
        AtomicReference<String> refusal = new AtomicReference<>();
        attached(machine -> {
            if (!mayStart && !machine.getSystemProperties().containsKey("latencyprobes.agent.version")) {
                refusal.set("{\"message\":\"no agent in this JVM; start it with: attach <pid>\"}\n{\"exitCode\":4}\n");
                return;
            }
            machine.loadAgent(jar.toString(), "jar=" + jar + "\nopen=kit");
            String place = machine.getSystemProperties().getProperty("latencyprobes.agent.socket");
            if (!place.startsWith("kit /")) {
                int exitCode = place.equals("kit none: the agent is leaving")
                        ? 4
                        : 1; // has closed its socket, and has not left yet
                refusal.set("{\"message\":\"" + place.replace("\"", "\\\"") + "\"}\n{\"exitCode\":" + exitCode + "}\n");
            }
        });
        return refusal.get();
    }

    /** Waits until the sampler of hiccups has woken up once. A JVM that ends soon may do so before. */
    public AgentClient awaitJitter() {
        jvm.await(
                "a sample of jitter.hiccup",
                () -> ask("report").table("report").stream()
                        .anyMatch(row -> row.get("probe").equals("jitter.hiccup")));
        return this;
    }

    /** What the agent says of the one method that a pattern matches. */
    public Map<String, String> explain(String pattern) {
        List<Map<String, String>> rows = ask("explain", pattern).table("explain");
        assertThat(rows).as(pattern).hasSize(1);
        return rows.get(0);
    }

    /** What {@code status} says of a backend. */
    public String backend(String name, String column) {
        return ask("status").cell("backends", name, column);
    }

    /** Waits until a backend is open. */
    public AgentClient awaitOpen(String backend) {
        jvm.await(
                backend + " is open",
                () -> ask("status").table("backends").stream()
                        .anyMatch(row -> row.get("backend").equals(backend)
                                && row.get("state").equals("open")));
        return this;
    }

    /** Loads the jar as any other tool would. */
    public void loadAgent(String argument) {
        attached(machine -> machine.loadAgent(jar.toString(), argument));
    }

    private interface Work {

        void with(VirtualMachine machine) throws IOException, AgentLoadException, AgentInitializationException;
    }

    private void attached(Work work) {
        try {
            VirtualMachine machine = VirtualMachine.attach(String.valueOf(jvm.pid()));
            try {
                work.with(machine);
            } finally {
                machine.detach();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
            throw new IllegalStateException(e);
        }
    }
}
