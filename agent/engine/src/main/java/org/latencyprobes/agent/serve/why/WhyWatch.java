package org.latencyprobes.agent.serve.why;

import java.util.List;
import org.latencyprobes.agent.figures.Conditions;
import org.latencyprobes.agent.figures.WhyTables;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.slow.SampledCalls;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/** A watch over calls for the command {@code why}: a sample of those of a time, and how many there were. For the control thread. */
final class WhyWatch {

    private final AgentParts agent;

    /** A time that is watched. */
    static final class Time {

        private final IntervalReader reader = new IntervalReader();
        private Conditions.Mark start;
        private long startMillis;
        private volatile boolean isOver;

        /** Nobody will ask for it any more. From any thread. */
        void end() {
            isOver = true;
        }

        /** From any thread. */
        boolean isOver() {
            return isOver;
        }
    }

    WhyWatch(AgentParts agent) {
        this.agent = agent;
    }

    /** Begins to watch, with a threshold of slow calls or 0. Does nothing where whoever asked has not waited any longer. */
    Answer begin(Time time, long slowNanos) {
        if (time.isOver) {
            return new Answer();
        }
        SlowCalls slow = agent.control().outputs().slow();
        slow.followWatch(slowNanos > 0 ? slowNanos : SlowCalls.AUTO);
        agent.control().outputs().jitter().watch(true);
        slow.beginWatch();
        time.start = agent.control()
                .outputs()
                .conditions()
                .mark(); // first: a call that is counted has ended later, and is told
        time.startMillis = System.currentTimeMillis();
        time.reader.skip();
        return new Answer();
    }

    /** What was seen. */
    Answer tables(Time time) {
        if (time.isOver) {
            return Answer.failed(ExitCode.FAILED, "no why is under way any more: its time has run out");
        }
        SlowCalls slow = agent.control().outputs().slow();
        List<Interval> counted = time.reader.read(); // first: no call is counted that is not taken below
        List<SampledCalls.Sample> samples = slow.endWatch();
        agent.control().outputs().causes().explainSettled();
        Answer answer = WhyTables.of(
                counted,
                agent.control().costs(),
                time.start,
                agent.control().outputs().jitter().stalls(),
                samples,
                time.startMillis);
        WhyTables.addNotReturned(answer, agent.control().outputs().conditions().notReturned());
        return agent.control().outputs().conditions().addSingle(answer, time.start);
    }

    /** Slow calls are those that the user wants otherwise. Where that is none, stacks go, too: so it comes after {@link #tables}. */
    void end() {
        agent.control().outputs().slow().endWatch();
        agent.control().outputs().jitter().watch(false);
        agent.control().outputs().slow().followWatch(SlowCalls.OFF);
    }
}
