package org.latencyprobes.agent.serve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.OwnRights;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.OpenArgument;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.socket.ProcessIdentity;
import org.latencyprobes.agent.socket.CommandSocket;

/**
 * The way on which requests reach the agent: a socket. As a function of JDK types it is in the hub, where the launcher calls it when somebody
 * loads the agent's jar: commands do so to have the socket opened, other tools to give options. Thread-safe.
 */
public final class ControlChannel implements Function<String, String>, CommandSocket.Handler {

    /** What the launcher puts before options that another tool gives. */
    public static final String OPTIONS = "options=";

    /** For work that nobody follows, nor takes back. */
    public static final Progress NOBODY = new Progress() {
        @Override
        public void accept(String sentence) {}

        @Override
        public boolean isAwaited() {
            return true;
        }
    };

    private final Agent agent;
    private final Object turn = new Object();
    private final AtomicInteger asked = new AtomicInteger();
    private CommandSocket socket;

    /** Whoever does what is asked. */
    public interface Agent {

        /** Answers a request, on the thread of whoever asks. */
        Answer answer(Request request, Progress progress) throws ExecutionException, ReflectiveOperationException;

        /** Whether it has left, and no class of ours is needed any more but what is loaded. */
        boolean isGone();
    }

    public ControlChannel(Agent agent) {
        this.agent = agent;
    }

    /** Opens the socket, unless it is open or the application may need the last files: then a later call does. Returns whether it is open. */
    public boolean open() {
        return socket().open();
    }

    private synchronized CommandSocket socket() {
        if (socket == null) {
            socket = new CommandSocket(this);
        }
        return socket;
    }

    /** Where the socket is, or why there is none. */
    public String place() {
        return socket().place();
    }

    /** Removes the socket, if there is one: for a JVM that ends. */
    public synchronized void end() {
        if (socket != null) {
            socket.end();
        }
    }

    /** Removes the socket and ends its connections, but for that of the caller. */
    public void close() {
        socket().close();
    }

    /** On whatever thread somebody asks: that of the JVM that attaches agents, as a rule. */
    @Override
    public String apply(String text) {
        OwnRights.require(); // the hub is open to all code
        OpenArgument asked = OpenArgument.parse(text);
        if (asked != null) {
            open(asked);
            return "";
        }
        open();
        if (text.startsWith(OPTIONS)) {
            Answer answer = ask(new Request.Attach(text.substring(OPTIONS.length())));
            if (answer.find(Remark.DEOPTIMISE).isPresent()) { // nobody else reads it
                Log.sayAll(answer.sentences());
            }
        }
        return "";
    }

    /** Opens the socket, if this is the process that is meant, and says where it is. Returns whether there is one. */
    public boolean open(OpenArgument asked) {
        String refusal = ProcessIdentity.refusal(asked.process());
        if (refusal == null) {
            open();
        }
        String place = refusal == null ? place() : OpenArgument.NONE + refusal;
        asked.answer(place);
        return !place.startsWith(OpenArgument.NONE);
    }

    /** Answers a request that does not come over the socket, and that nobody takes back. */
    public Answer ask(Request request) {
        asked.incrementAndGet();
        try {
            return answer(request, NOBODY);
        } finally {
            asked.decrementAndGet();
            ended();
        }
    }

    /** A file for what goes to a client. */
    public Path newFile() throws IOException {
        return socket().newFile();
    }

    @Override
    public Answer answer(Request request, Progress progress) {
        try {
            return request.isInTurn() ? inTurn(() -> agent.answer(request, progress)) : agent.answer(request, progress);
        } catch (ExecutionException e) {
            return unexpected(e.getCause());
        } catch (Exception | LinkageError | StackOverflowError e) {
            return unexpected(e);
        }
    }

    /** Does what changes what is probed, when no one else does. The work may itself ask for such work. */
    public Answer inTurn(Callable<Answer> work) throws Exception {
        synchronized (turn) {
            return work.call();
        }
    }

    private static Answer unexpected(Throwable fault) {
        return Answer.failed(ExitCode.FAILED, "unexpected: " + Log.describe(fault));
    }

    /**
     * The last thing that a thread of the agent's does after it has left, where no other needs classes for an answer. While classes are woven,
     * the jar stays open until the loader is collected.
     */
    @Override
    public void ended() {
        if (agent.isGone() && asked.get() == 0 && !socket().isInUse()) {
            closeJar();
        }
    }

    /** The launcher's part of the agent's loader: what is loaded stays, the file is closed. */
    public static void closeJar() {
        if (ControlChannel.class.getClassLoader() instanceof Closeable loader) {
            try {
                loader.close();
            } catch (IOException e) {
                Log.say("the agent's jar: " + Log.describe(e));
            }
        }
    }
}
