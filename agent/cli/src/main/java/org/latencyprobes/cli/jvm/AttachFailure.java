package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;

/** What is said where a JVM cannot be asked, or does not answer. Stateless. */
final class AttachFailure {

    /** How long a process may take to end after it has closed the connection. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

    private AttachFailure() {}

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

    /** Where the agent's own start has failed. */
    static UnreachableException notStarted(JvmProcess process) {
        return new UnreachableException(process + " could not start the agent; its standard error says why");
    }

    /** What a failure of an {@link AttachTransport} means. Nobody listens where it is a {@link ConnectException}. */
    static String reason(JvmProcess process, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof UnreachableException) {
            return message;
        }
        if (process.endsWithin(failure instanceof IOException ? END_TIMEOUT : Duration.ZERO)) {
            return process + " ended before it had answered";
        }
        if (message.contains("Dynamic agent loading is not enabled")) { // the JVM has no other sign of it
            return AttachPrecheck.noLoading(process);
        }
        if (message.contains("does not support the attach mechanism")) {
            return AttachPrecheck.noAttaching(process);
        }
        if (failure instanceof ConnectException) {
            return process + " does not answer (" + message
                    + "): it may hang, or its /tmp may be read-only or another one"
                    + (process.isUnreadable()
                            ? ", which only user " + process.user() + " or the capability SYS_PTRACE can reach"
                            : "");
        }
        return "talking to " + process + " failed: "
                + (failure.getClass() == IOException.class
                        ? message
                        : failure.getClass().getSimpleName() + ": " + message);
    }
}
