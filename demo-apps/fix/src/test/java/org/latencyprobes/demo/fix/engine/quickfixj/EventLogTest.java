package org.latencyprobes.demo.fix.engine.quickfixj;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventLogTest {

    /** Which of the two comes last depends on whether the sender or the reader of the connection is faster. */
    @Test
    void aMessageThatIsNotSentDoesNotHideWhyTheSessionEnded() {
        EventLog log = new EventLog(text -> {});
        log.onEvent("Disconnecting: Encountered END_OF_STREAM");
        log.onEvent("No responder, not sending message: 8=FIX.4.2");
        assertThat(log.lastEvent()).isEqualTo("Disconnecting: Encountered END_OF_STREAM");
    }
}
