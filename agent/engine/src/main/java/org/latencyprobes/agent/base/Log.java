package org.latencyprobes.agent.base;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * The agent's log: single lines on the standard error that the JVM was started with. So class loading calls no stream of the application.
 * Thread-safe.
 */
public final class Log {

    private static final String PREFIX = "latency-probes: ";
    private static final PrintStream ERR = System.err;
    private static final int MOST_WAITING = 1_000;

    private static final Printing PRINTING = new Printing();
    private static Executor printer;

    private Log() {}

    /** Initialises this class: to be called while the standard error is the JVM's own and there is stack. */
    public static void initialize() {
        return;
    }

    /** The lines that wait to be printed, and the task that prints them. */
    private static final class Printing implements Runnable {

        private final Queue<String> waiting = new ArrayDeque<>();
        private boolean isCalled;

        /** Returns whether somebody has to be called to print it. */
        synchronized boolean add(String message) {
            if (waiting.size() < MOST_WAITING) {
                waiting.add(message);
            }
            boolean first = !isCalled;
            isCalled = true;
            return first;
        }

        synchronized void callAgain() {
            isCalled = false;
        }

        private synchronized String next() {
            isCalled = !waiting.isEmpty();
            return waiting.poll();
        }

        @Override
        public void run() {
            for (String message = next(); message != null; message = next()) {
                say(message);
            }
        }
    }

    /**
     * Prints a line. For threads of the agent's and the JVM's first; others call {@link #sayLater}.
     *
     * @param message without line end
     */
    public static void say(String message) {
        ERR.println(PREFIX + message);
    }

    /**
     * Prints lines, as {@link #say} does.
     *
     * @param messages without line ends
     */
    public static void sayAll(List<String> messages) {
        for (String message : messages) {
            say(message);
        }
    }

    /**
     * Has a line printed by a thread of the agent's. For threads that load or call classes of the application's, which may be wanted by
     * whoever holds the stream's lock; more than a thousand that wait are dropped.
     *
     * @param message without line end
     */
    public static void sayLater(String message) {
        Executor present = printer;
        if (present == null) {
            say(message);
        } else if (PRINTING.add(message)) {
            try {
                present.execute(PRINTING);
            } catch (OutOfMemoryError | StackOverflowError e) {
                PRINTING.callAgain(); // with the next message
            }
        }
    }

    /**
     * Has lines that are said later printed there. To be called before there is any.
     *
     * @param threads the agent's
     */
    public static void printOn(Executor threads) {
        printer = threads;
    }

    /** Prints what waits to be printed, on this thread. */
    public static void flush() {
        PRINTING.run();
    }

    /**
     * A fault in one line.
     *
     * @param fault anything thrown
     * @return its message, with its type where the message alone would say nothing
     */
    public static String describe(Throwable fault) {
        if (fault instanceof NoClassDefFoundError
                && fault.getCause() instanceof ClassNotFoundException
                && fault.getCause().getCause() instanceof IOException unreadable) {
            return unreadable.getMessage(); // the agent's own jar, as the launcher tells it
        }
        String message = fault.getMessage();
        return message == null || message.isBlank()
                ? fault.getClass().getName()
                : fault.getClass().getSimpleName() + ": " + message;
    }

    /**
     * Why there is no agent now, in one line.
     *
     * @param fault anything thrown
     * @return the line
     */
    public static String failureToStart(Throwable fault) {
        return "cannot start, running without probes: " + describe(fault)
                + (fault instanceof SecurityException
                        ? " (a security manager is active: grant the agent's jar java.security.AllPermission)"
                        : "");
    }
}
