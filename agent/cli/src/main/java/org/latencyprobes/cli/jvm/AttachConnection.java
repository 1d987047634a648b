package org.latencyprobes.cli.jvm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.protocol.OpenArgument;

/** A connection to a JVM that may have no agent, from attaching to detaching. It has the agent's socket opened, and asks nothing else. For one thread. */
final class AttachConnection implements AutoCloseable {

    /** The system property that an agent sets while it is in a JVM. */
    private static final String VERSION_PROPERTY = "latencyprobes.agent.version";

    private static final Duration ATTACHING = Duration.ofSeconds(15);
    private static final int ATTACHING_SHARE = 4;

    private final JvmProcess process;
    private final Duration timeout;
    private final SharedFiles files;
    private final AttachTransport jvm;
    private final String javaVersion;
    private OpenArgument asked;

    private AttachConnection(JvmProcess process, Duration timeout, SharedFiles files) throws UnreachableException {
        this.process = process;
        this.timeout = timeout;
        this.files = files;
        Duration attaching = attaching(timeout);
        files.requirePlace();
        jvm = await(
                () -> ProcFolder.exist() ? AttachSocket.of(process, attaching) : AttachApi.attach(process), attaching);
        try {
            javaVersion = await(jvm::javaVersion, attaching);
        } catch (UnreachableException | RuntimeException e) {
            leave();
            throw e;
        }
    }

    /** A JVM that hangs is told soon; one that is merely busy is given more by a long timeout. */
    static Duration attaching(Duration timeout) {
        Duration share = timeout.dividedBy(ATTACHING_SHARE);
        Duration least = timeout.compareTo(ATTACHING) < 0 ? timeout : ATTACHING;
        return share.compareTo(least) < 0 ? least : share;
    }

    private <T> T await(Callable<T> call, Duration limit) throws UnreachableException {
        try {
            return AsyncCall.await(AsyncCall.start(call), limit);
        } catch (TimeoutException e) {
            throw AttachFailure.silent(process, limit);
        } catch (ExecutionException e) {
            throw new UnreachableException(AttachFailure.reason(process, e.getCause()));
        }
    }

    /** Attaches, and loads nothing. */
    static AttachConnection to(JvmProcess process, Duration timeout) throws UnreachableException {
        SharedFiles files = new SharedFiles(process);
        try {
            return new AttachConnection(process, timeout, files);
        } catch (UnreachableException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /** The version of the agent that was there before; null for none. */
    String agentVersion() throws UnreachableException {
        return JvmList.hasLauncher(process) ? property(VERSION_PROPERTY) : null;
    }

    private String property(String key) throws UnreachableException {
        return await(jvm::systemProperties, timeout).getProperty(key);
    }

    /** The JVM's Java feature number. */
    int java() {
        return JvmProcess.feature(javaVersion);
    }

    /** Has the agent there, or one of this jar where there is none, open its socket. */
    void open(Path agentJar) throws UnreachableException {
        String tooOld = AttachPrecheck.versionProblem(process, javaVersion);
        if (tooOld != null) {
            throw new UnreachableException(tooOld);
        }
        String jar = files.jar(agentJar);
        asked = new OpenArgument(nonce(), process.identity().text());
        load(jar);
    }

    /** What the agent said to that. False where it is leaving. */
    boolean isOpen() throws UnreachableException {
        return isOpen(asked.place(property(OpenArgument.PLACE)), process);
    }

    static boolean isOpen(String placeOrNull, JvmProcess process) throws UnreachableException {
        if (placeOrNull == null) {
            throw new UnreachableException(
                    "the agent in " + process + " gave no answer; the JVM's standard error may say why");
        }
        if (placeOrNull.equals(OpenArgument.LEAVING)) {
            return false;
        }
        if (placeOrNull.startsWith(OpenArgument.NONE)) {
            throw new UnreachableException(
                    "the agent in " + process + " has no socket: " + placeOrNull.substring(OpenArgument.NONE.length()));
        }
        return true;
    }

    private void load(String jar) throws UnreachableException {
        files.loading();
        await(
                () -> {
                    jvm.load(jar, asked.text(jar));
                    return null;
                },
                timeout);
        files.loaded();
    }

    private static String nonce() {
        return Long.toHexString(System.nanoTime())
                + '-'
                + ProcessHandle.current().pid();
    }

    @Override
    public void close() {
        files.close();
        leave();
    }

    private void leave() {
        AsyncCall.start(() -> {
            jvm.close();
            return null;
        });
    }
}
