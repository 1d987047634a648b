package org.latencyprobes.agent.serve;

import org.latencyprobes.agent.clock.ClockChoice;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.output.Outputs;
import org.latencyprobes.agent.weave.CompiledCode;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.agent.weave.Weaving;

/**
 * The parts of an agent that is at work, which its commands ask and change; the outputs on the control thread. They are not compared: the
 * equality of a record would keep the agent's class loader in JDK 17 for ever.
 */
public record AgentParts(
        Leaving leaving,
        Settings settings,
        ControlThread control,
        Outputs outputs,
        SelectionThreads selection,
        Weaving weaving,
        CompiledCode compiledCode,
        Linker linker,
        ControlChannel channel,
        WeaveLog weaveLog,
        ClockChoice clock,
        FlightRecorderClock eventClock,
        String jar,
        long startMillis) {}
