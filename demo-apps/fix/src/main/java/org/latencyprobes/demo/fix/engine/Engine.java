package org.latencyprobes.demo.fix.engine;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A FIX engine in one configuration. Its two sides share nothing static, so they may be in one JVM. */
public interface Engine {

    /** The name on the command line: {@code quickfixj-validating}. */
    String name();

    /** The name in tables: {@code QuickFIX/J, validation}. */
    String title();

    /**
     * The folder of the jars that the JVM has before all others, beside this program's libraries. Empty for the release among these.
     */
    default Optional<String> otherRelease() {
        return Optional.empty();
    }

    /** The stages inside it: methods of the engine itself, for the agent. */
    List<Stage> stages();

    /**
     * Starts a server on a free port that answers each NewOrderSingle with an ExecutionReport, by an {@link OrderDesk}.
     *
     * @param scratch folder for what the engine keeps; the caller removes it
     */
    Acceptor accept(Path scratch) throws Exception;

    /**
     * Connects to such a server and logs on.
     *
     * @param reports told of each ExecutionReport
     * @param scratch folder for what the engine keeps; the caller removes it
     * @return after the logon
     */
    Initiator connect(InetSocketAddress server, ReportListener reports, Path scratch) throws Exception;

    /** The engine's parser by itself; empty if it has none. Each call gives a new one, for one thread. */
    default Optional<Parser> parser() {
        return Optional.empty();
    }
}
