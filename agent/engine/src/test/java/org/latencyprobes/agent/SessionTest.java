package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;

final class SessionTest {

    @AfterEach
    void printAtOnce() {
        Log.printOn(null);
    }

    /** The JVM waits for its shutdown hooks, one of which calls this, without any bound. */
    @Test
    void theEndWaitsForNoThreadThatIsInTheMidstOfBeginning() throws Exception {
        Sources sources = Sources.of("jitter=off");
        Session session =
                new Session(sources, Options.of(sources), new Object[] {null, null, null}, new Ahead(), null, null);
        Thread end = new Thread(session::beginToEnd);
        synchronized (session) {
            end.start();
            end.join(TimeUnit.MINUTES.toMillis(1));
            assertThat(end.isAlive()).isFalse();
        }
    }
}
