package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A client of the agent in a running JVM. As the command line does, it uses the JDK's Attach API, a request and a reply file. */
public final class AgentClient {

    static {
        System.setProperty(
                "sun.tools.attach.attachTimeout", "300000"); // ms; the JDK's 10 s are short for a starved machine
    }

    /** Requests that change nothing, so that they can be made again. */
    private static final Set<String> QUESTIONS = Set.of("report", "slow", "stalls", "status", "probes", "explain");

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final RunningJvm jvm;
    private final Path jar;

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

    /** Sends a request and expects success. A question is asked until the agent's thread had the CPU to answer it in its time. */
    public ParsedAnswer ask(String... request) {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        ParsedAnswer answer = send(request);
        while (QUESTIONS.contains(request[0]) && isLate(answer) && System.nanoTime() < end) {
            answer = send(request);
        }
        return answer.expectExit(0);
    }

    private static boolean isLate(ParsedAnswer answer) {
        return answer.sentences().stream()
                .anyMatch(sentence -> sentence.contains("has not finished this command within"));
    }

    /** Sends a request and expects nothing. */
    public ParsedAnswer send(String... request) {
        try {
            Path reply = Files.createTempFile("reply", ".txt");
            loadAgent("jar=" + jar + "\nreply=" + reply + '\n' + String.join("\t", request) + '\n');
            String text = Files.readString(reply);
            Files.delete(reply);
            return ParsedAnswer.of(List.of(request), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        try {
            VirtualMachine machine = VirtualMachine.attach(String.valueOf(jvm.pid()));
            try {
                machine.loadAgent(jar.toString(), argument);
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
