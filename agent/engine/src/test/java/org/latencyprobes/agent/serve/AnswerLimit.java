package org.latencyprobes.agent.serve;

/** The longest time that the control thread's answers may take, for tests of commands. */
public final class AnswerLimit {

    private AnswerLimit() {}

    public static void set(ControlThread control, long millis) {
        control.longestAnswerMillis = millis;
    }
}
