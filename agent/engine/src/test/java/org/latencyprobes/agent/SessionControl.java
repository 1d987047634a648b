package org.latencyprobes.agent;

import java.lang.instrument.Instrumentation;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.serve.ControlThread;

/** The control thread of a session, for tests of commands. */
public final class SessionControl {

    private SessionControl() {}

    public static ControlThread begin(Sources sources, Options options, Instrumentation instrumentation) {
        Object[] launch = {null, instrumentation, null};
        return new Session(sources, options, launch, null, new WarmUpThread(), null, null).begin();
    }
}
