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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/** A JVM that this process is attached to. Only this class uses the Attach API, which a Java runtime may lack. */
final class AttachedJvm implements Closeable {

    /** What a connection to a socket says that an earlier process of the same id has left in this {@code /tmp}. */
    private static final String LEFT_SOCKET = "Connection refused";

    /** How long a process may take to end after it has closed the connection. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

    private final JvmProcess process;
    private final VirtualMachine jvm;

    private AttachedJvm(JvmProcess process, VirtualMachine jvm) {
        this.process = process;
        this.jvm = jvm;
    }

    static boolean isAttachingPossible() {
        return ModuleLayer.boot().findModule("jdk.attach").isPresent();
    }

    /** The ids of the JVMs that announce themselves, for systems without {@code /proc}. */
    static List<Long> all() {
        return VirtualMachine.list().stream()
                .map(VirtualMachineDescriptor::id)
                .map(Long::valueOf)
                .toList();
    }

    static AttachedJvm attach(JvmProcess process, Duration timeout) throws UnreachableException {
        return new AttachedJvm(
                process, await(process, () -> VirtualMachine.attach(String.valueOf(process.pid())), timeout));
    }

    private static <T> T await(JvmProcess process, Callable<T> call, Duration timeout) throws UnreachableException {
        try {
            return AsyncCall.await(AsyncCall.start(call), timeout);
        } catch (TimeoutException e) {
            throw silent(process, timeout);
        } catch (ExecutionException e) {
            throw new UnreachableException(reason(process, e.getCause()));
        }
    }

    static UnreachableException silent(JvmProcess process, Duration timeout) {
        return new UnreachableException(process + " has not answered for " + timeout.toSeconds()
                + " s: it may hang, be starved of CPU, or be in a long pause; a longer wait: --timeout <seconds>");
    }

    /** Where the agent has a request, and what it has sent is no answer. */
    static UnreachableException unanswered(JvmProcess process, Exception reason) {
        return new UnreachableException(
                process.endsWithin(END_TIMEOUT)
                        ? process + " ended before it had answered"
                        : "the agent in " + process + " gave no answer; the JVM's standard error may say why ("
                                + reason.getMessage() + ')');
    }

    Properties systemProperties(Duration timeout) throws UnreachableException {
        return await(process, jvm::getSystemProperties, timeout);
    }

    /** Starts to load an agent. The task ends when {@code agentmain} has returned. */
    FutureTask<Void> load(String jar, String argument) {
        return AsyncCall.start(() -> {
            jvm.loadAgent(jar, argument);
            return null;
        });
    }

    static String reason(JvmProcess process, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (process.endsWithin(failure instanceof IOException ? END_TIMEOUT : Duration.ZERO)) {
            return process + " ended before it had answered";
        }
        if (message.contains("Dynamic agent loading is not enabled")) {
            return AttachPrecheck.noLoading(process);
        }
        if (message.contains("does not support the attach mechanism")) {
            return AttachPrecheck.noAttaching(process);
        }
        if (message.contains("Agent JAR not found")) {
            return process + " cannot read the agent's jar: make it readable for user " + process.user();
        }
        if (failure instanceof AgentInitializationException) {
            return process + " could not start the agent; its standard error says why (" + message + ')';
        }
        if (failure instanceof AttachNotSupportedException || message.contains(LEFT_SOCKET)) {
            return process + " does not answer (" + message
                    + "): it may hang, or its /tmp may be read-only or another one"
                    + (process.isUnreadable()
                            ? ", which only user " + process.user() + " or the capability SYS_PTRACE can reach"
                            : "");
        }
        return "talking to " + process + " failed: " + failure.getClass().getSimpleName() + ": " + message;
    }

    /** Detaches. This may block if the JVM does not answer. */
    @Override
    public void close() {
        try {
            jvm.detach();
        } catch (IOException e) {
            return; // the process has ended
        }
    }
}
