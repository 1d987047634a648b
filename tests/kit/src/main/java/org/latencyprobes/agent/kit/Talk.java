package org.latencyprobes.agent.kit;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Talks to a running JVM through the JDK's Attach API, as the command line does: a jar, a reply file, a request. */
public final class Talk {

    private final RunningJvm jvm;
    private final Path jar;

    private Talk(RunningJvm jvm, Path jar) {
        this.jvm = jvm;
        this.jar = jar;
    }

    public static Talk to(RunningJvm jvm) {
        return new Talk(jvm, ForkedJvm.AGENT);
    }

    /** With another agent's jar, or a copy of ours. */
    public Talk by(Path other) {
        return new Talk(jvm, other);
    }

    /** Asks and expects that it goes well. */
    public Answered ask(String... request) {
        return send(request).expectExit(0);
    }

    /** Asks, whatever comes of it. */
    public Answered send(String... request) {
        try {
            Path reply = Files.createTempFile("reply", ".txt");
            loadAgent("jar=" + jar + "\nreply=" + reply + '\n' + String.join("\t", request) + '\n');
            String text = Files.readString(reply);
            Files.delete(reply);
            return Answered.of(List.of(request), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads the jar as any tool does that knows nothing of ours. */
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
