package org.latencyprobes.cli.jvm;

import java.util.List;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;

/** Starts the agent in a JVM, or this version of it in place of another. */
final class Attaching {

    /** System property that an agent sets while it is in a JVM. */
    static final String VERSION_PROPERTY = "latencyprobes.agent.version";

    private static final int JAVA_THAT_WARNS = 21;

    private final JvmProcess process;
    private final Errand.Visit visit;

    Attaching(JvmProcess process, Errand.Visit visit) {
        this.process = process;
        this.visit = visit;
    }

    Answer answer(String options) throws UnreachableException {
        String there = visit.properties().getProperty(VERSION_PROPERTY, Version.text());
        boolean isOther = !there.equals(Version.text());
        if (isOther) {
            Answer detached = visit.ask(new Request("detach", List.of()));
            if (detached.exitCode() != Answer.OK) {
                return detached.say("version " + there + " stays, version " + Version.text() + " was not attached");
            }
        }
        Answer answer = visit.ask(new Request("attach", options.isEmpty() ? List.of() : List.of(options)));
        if (isOther) {
            answer.say("version " + there + " was there and has been detached, with the options it had");
        }
        return warned(answer);
    }

    private Answer warned(Answer answer) {
        String version = visit.properties().getProperty("java.specification.version", "");
        if (answer.exitCode() == Answer.OK
                && JvmProcess.feature(version) >= JAVA_THAT_WARNS
                && !process.command().isSwitched("EnableDynamicAgentLoading", true)) {
            answer.say("on its standard error the JVM warns at every command that an agent is loaded dynamically;"
                    + " started with -XX:+EnableDynamicAgentLoading it does not");
        }
        return answer;
    }
}
