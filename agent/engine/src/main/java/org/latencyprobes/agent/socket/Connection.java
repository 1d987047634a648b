package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.ProgressTimeout;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.socket.PeerCheck;
import org.latencyprobes.agent.protocol.socket.ProcFiles;
import org.latencyprobes.agent.protocol.socket.TimedChannel;
import org.latencyprobes.internal.thread.DaemonThread;

/**
 * One connection: a request, its progress, its answer. Its thread reads, asks and writes; others, which do the work, only say how far it is and
 * ask whether anybody waits, without ever waiting for the client.
 */
final class Connection implements Runnable, Progress {

    private static final String ROOT = "0";
    private static final long SPARE_WAIT_MILLIS = 500;
    private static final AtomicBoolean HAS_FAILED = new AtomicBoolean();

    private final SocketChannel accepted;
    private final TimedChannel channel;
    private final UserPrincipal owner;
    private final CommandSocket socket;
    private final Thread thread = DaemonThread.of("latency-probes-connection", this);
    private volatile Thread runner = thread;
    private volatile boolean isSpare;
    private volatile AnswerWriter writer;

    /** A spare one is for the thread that takes connections, and for few requests. */
    Connection(
            SocketChannel accepted, TimedChannel channel, UserPrincipal owner, CommandSocket socket, boolean isSpare) {
        this.accepted = accepted;
        this.channel = channel;
        this.owner = owner;
        this.socket = socket;
        this.isSpare = isSpare;
    }

    void start() {
        thread.start();
    }

    /** The JVM has no thread for it. */
    void becomeSpare() {
        isSpare = true;
    }

    @Override
    public void run() {
        runner = Thread.currentThread();
        try {
            serve();
        } finally {
            try {
                cut();
            } finally {
                socket.ended(this);
            }
        }
    }

    private void serve() {
        try {
            if (!PeerCheck.isOfOneOf(accepted, allowed())) {
                throw new HttpProblem("403 Forbidden", "this JVM answers its own user and root alone");
            }
            long waitNanos = socket.waitNanos(isSpare);
            HttpRequest request = HttpRequest.read(channel, System.nanoTime() + waitNanos);
            if (isSpare
                    && !request.request()
                            .isOfAllVersions()) { // by these whoever is in trouble sees what it is, and ends it
                throw new HttpProblem(
                        "503 Service Unavailable",
                        "too many connections, or the JVM has no thread left: try again; status and detach are"
                                + " answered");
            }
            writer = new AnswerWriter(channel, request.isWithFile(), waitNanos);
            writer.begin();
            Answer answer = socket.handler().answer(request.request(), this);
            writer.end(answer);
        } catch (HttpProblem e) {
            refuse(e);
        } catch (HttpHead.Malformed e) { // not where it is read: each command loads that class, and what it catches
            refuse(new HttpProblem(
                    e.isTooLong() ? "431 Request Header Fields Too Large" : HttpRequest.BAD, e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            if (!HAS_FAILED.getAndSet(true)) {
                Log.say("an answer could not be given, and this is said only once: " + Log.describe(e));
            }
        } catch (IOException | OutOfMemoryError e) {
            return; // the client has gone, or keeps us waiting, or sees that the answer has no end
        }
    }

    /**
     * The JVM's user, and root. In a user namespace root of outside is one of those who have no number here, and the kernel tells them apart by
     * nothing. The others among them have no right to enter the socket's folder, as root has.
     */
    private UserPrincipal[] allowed() throws IOException {
        int unknown = ProcFiles.uidOfUnknownUsers();
        return unknown < 0
                ? new UserPrincipal[] {owner, user(ROOT)}
                : new UserPrincipal[] {owner, user(ROOT), user(String.valueOf(unknown))};
    }

    private static UserPrincipal user(String uid) throws IOException {
        return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(uid);
    }

    /** The client may still be sending: closed at once, the connection would break, and it would not read why. */
    private void refuse(HttpProblem problem) {
        try {
            channel.writeNow(ByteBuffer.wrap(problem.response()));
            if (!isSpare) {
                channel.endOutput(System.nanoTime() + socket.waitNanos(false));
            }
        } catch (IOException e) {
            return; // the client has gone
        }
    }

    @Override
    public void accept(String sentence) {
        writer.progress(sentence);
    }

    @Override
    public boolean isAwaited() {
        return !channel.hasEnded() || writer.isRead();
    }

    /** The one thread that takes connections answers with what it can know at once. */
    @Override
    public long longestWaitMillis() {
        return isSpare ? SPARE_WAIT_MILLIS : Long.MAX_VALUE;
    }

    /** Where it has asked nothing yet. */
    void cutIfIdle() {
        if (writer == null) {
            cut();
        }
    }

    void cut() {
        try {
            channel.close();
        } catch (IOException e) {
            return; // it is broken
        }
    }

    /** Waits for its end, unless this is its own thread. */
    void endBy(long deadlineNanos) {
        if (runner != Thread.currentThread()) {
            ProgressTimeout.await(runner, deadlineNanos - System.nanoTime());
            cut();
        }
    }
}
