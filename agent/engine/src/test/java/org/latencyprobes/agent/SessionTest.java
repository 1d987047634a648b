package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;

final class SessionTest {

    @AfterEach
    void printAtOnce() {
        Log.flush();
        Log.printOn(null);
    }

    /** With options that do without the JVM, and another that the session reads later. */
    private static Session session(String another) throws BadOptionException {
        Options options = Options.of(Sources.of("jitter=off"));
        return new Session(
                Sources.of(another), options, new Object[] {null, null, null}, null, new WarmUpThread(), null, null);
    }

    /** The thread that links the first probe of the JVM: what it throws would make the probe's call site do nothing, for good. */
    @Test
    void whoLinksTheFirstProbeIsSparedThatOutputsCannotBegin() throws BadOptionException {
        List<Runnable> said = new ArrayList<>();
        Session session = session("config=no\0path");
        Log.printOn(said::add);
        OutputsBegin begin = new OutputsBegin(session, Options.of(Sources.of("jitter=off")));
        begin.run();
        Log.flush();
        begin.run();
        assertThat(said).as("said once").hasSize(1);
    }

    /** Several threads may make one, of which one session is kept. */
    @Test
    void aSessionThatIsMadePrintsNothingBeforeItIsToldTo() throws BadOptionException {
        List<Runnable> said = new ArrayList<>();
        Log.printOn(said::add);
        session("");
        Log.sayLater("a line");
        assertThat(said).hasSize(1);
    }

    /** The JVM waits for its shutdown hooks, one of which calls this, without any bound. */
    @Test
    void theEndWaitsForNoThreadThatIsInTheMidstOfBeginning() throws Exception {
        Session session = session("");
        Thread end = new Thread(session::beginToEnd);
        synchronized (session) {
            end.start();
            end.join(TimeUnit.MINUTES.toMillis(5));
            assertThat(end.isAlive()).isFalse();
        }
    }
}
