package org.latencyprobes.demo.fix.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A FIX engine in one configuration. Its two sides share nothing static, so they may be in one JVM, in two, or on two hosts. */
public interface Engine {

    /** Whether its threads spin or yield between messages, instead of sleeping. */
    boolean keepsItsCpu();

    /** The name on the command line: {@code quickfixj-validating}. */
    String name();

    /** The name in tables: {@code QuickFIX/J, validation}. */
    String title();

    /** The flags that the JVM of either side needs. */
    default List<String> jvmFlags() {
        return List.of();
    }

    /**
     * The folder of the jars that the JVM of either side has before all others, beside this program's libraries. Empty for the release
     * among these.
     */
    default Optional<String> otherRelease() {
        return Optional.empty();
    }

    /** The stages inside it: methods of the engine itself, for the agent. */
    List<Stage> stages();

    /**
     * Starts a server that answers each NewOrderSingle with an ExecutionReport, by an {@link OrderDesk}. It serves one session at a
     * time, and after its end the next.
     *
     * @param at where to listen; port 0 for any
     * @param scratch folder for what the engine keeps; the caller removes it
     * @throws IOException if it can't listen there
     */
    Acceptor accept(InetSocketAddress at, Path scratch) throws IOException;

    /**
     * Connects to such a server and logs on.
     *
     * @param reports told of each ExecutionReport, and once of the session's breaking
     * @param scratch folder for what the engine keeps; the caller removes it
     * @return after the logon
     * @throws IOException if there is no server, or it does not log us on within
     *     {@link Initiator#LOGON_TIMEOUT}; the message says which
     */
    Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws IOException;

    /** The engine's parser by itself; empty if it has none. Each call gives a new one, for one thread. */
    default Optional<Parser> parser() {
        return Optional.empty();
    }
}
