package org.latencyprobes.cli.jvm;

import java.util.List;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;

/** A start of the agent in a JVM. An agent of another version is detached first. */
final class AgentStart {

    /** The system property that an agent sets while it is in a JVM. */
    static final String VERSION_PROPERTY = "latencyprobes.agent.version";

    private static final int JAVA_THAT_WARNS = 21;

    private final JvmProcess process;
    private final AttachClient.Connection connection;

    AgentStart(JvmProcess process, AttachClient.Connection connection) {
        this.process = process;
        this.connection = connection;
    }

    static Request request(String options) {
        return new Request("attach", options.isEmpty() ? List.of() : List.of(options));
    }

    /** The version of the agent that gave this status; null if it is none. */
    static String version(Answer status) {
        return status.find("status")
                .filter(table -> table.indexOf("version") >= 0)
                .map(table -> table.rows().get(0).get(table.indexOf("version")))
                .orElse(null);
    }

    Answer answer(String options) throws UnreachableException {
        String running = connection.properties().getProperty(VERSION_PROPERTY, Version.text());
        boolean isOther = !running.equals(Version.text());
        if (isOther) {
            Answer detached = connection.ask(new Request("detach", List.of()));
            if (detached.exitCode() != ExitCode.OK) {
                return detached.say("version " + running + " stays, version " + Version.text() + " was not attached");
            }
        }
        Answer answer = connection.ask(request(options));
        if (isOther) {
            answer.say("version " + running + " was there and has been detached, with the options it had");
        }
        return withWarning(answer);
    }

    private Answer withWarning(Answer answer) {
        String version = connection.properties().getProperty("java.specification.version", "");
        if (answer.exitCode() == ExitCode.OK
                && JvmProcess.feature(version) >= JAVA_THAT_WARNS
                && !process.command().isSet("EnableDynamicAgentLoading", true)) {
            answer.say("on its standard error the JVM has warned, once, that an agent was loaded dynamically;"
                    + " started with -XX:+EnableDynamicAgentLoading it does not");
        }
        return answer;
    }
}
