package org.latencyprobes.cli.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/** A JVM that has been attached to. The one class that touches the Attach API, which a Java runtime may lack. */
final class Machine implements Closeable {

    /** From the end of a connection to the end of the process behind it. */
    private static final Duration LONGEST_END = Duration.ofSeconds(2);

    private final JvmProcess process;
    private final VirtualMachine machine;

    private Machine(JvmProcess process, VirtualMachine machine) {
        this.process = process;
        this.machine = machine;
    }

    static boolean isAttachingPossible() {
        return ModuleLayer.boot().findModule("jdk.attach").isPresent();
    }

    /** Ids of the JVMs that announce themselves: for systems without {@code /proc}. */
    static List<Long> all() {
        return VirtualMachine.list().stream()
                .map(VirtualMachineDescriptor::id)
                .map(Long::valueOf)
                .toList();
    }

    static Machine attach(JvmProcess process, Duration longest) throws UnreachableException {
        FutureTask<VirtualMachine> attaching =
                Patience.start(() -> VirtualMachine.attach(String.valueOf(process.pid())));
        try {
            return new Machine(process, Patience.await(attaching, longest));
        } catch (TimeoutException e) {
            throw silent(process, longest);
        } catch (ExecutionException e) {
            throw new UnreachableException(failure(process, e.getCause()));
        }
    }

    static UnreachableException silent(JvmProcess process, Duration longest) {
        return new UnreachableException(process + " has not answered for " + longest.toSeconds()
                + " s: it may hang, be starved of CPU, or be in a long pause; a longer wait: --timeout <seconds>");
    }

    Properties systemProperties(Duration longest) throws UnreachableException {
        try {
            return Patience.await(Patience.start(machine::getSystemProperties), longest);
        } catch (TimeoutException e) {
            throw silent(process, longest);
        } catch (ExecutionException e) {
            throw new UnreachableException(failure(process, e.getCause()));
        }
    }

    /** Begins to load an agent; done when its {@code agentmain} has returned. */
    FutureTask<Void> load(String jar, String argument) {
        return Patience.start(() -> {
            machine.loadAgent(jar, argument);
            return null;
        });
    }

    static String failure(JvmProcess process, Throwable fault) {
        String message = String.valueOf(fault.getMessage());
        if (process.endsWithin(fault instanceof IOException ? LONGEST_END : Duration.ZERO)) {
            return process + " ended before it had answered";
        }
        if (message.contains("Dynamic agent loading is not enabled")) {
            return Obstacle.noLoading(process);
        }
        if (message.contains("does not support the attach mechanism")) {
            return Obstacle.noAttaching(process);
        }
        if (message.contains("Agent JAR not found")) {
            return process + " cannot read the agent's jar: make it readable for user " + process.user();
        }
        if (fault instanceof AgentInitializationException) {
            return process + " could not start the agent; its standard error says why (" + message + ')';
        }
        if (fault instanceof AttachNotSupportedException) {
            return process + " does not answer (" + message
                    + "): it may hang, or its /tmp may be read-only or another one";
        }
        return "talking to " + process + " failed: " + fault.getClass().getSimpleName() + ": " + message;
    }

    /** Leaves a JVM that answers; one that does not is left to its connection's end. */
    @Override
    public void close() {
        try {
            machine.detach();
        } catch (IOException e) {
            return; // it has ended
        }
    }
}
