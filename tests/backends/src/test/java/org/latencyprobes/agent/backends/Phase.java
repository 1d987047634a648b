package org.latencyprobes.agent.backends;

import java.util.List;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * What an application saw of itself over some seconds of work: see the fixture's {@code Work}.
 *
 * @param p99Nanos of its calls' durations, in ns, as it timed them itself
 * @param controlNanos the same of the thread beside it that does the same without a probe
 * @param longer the part of its calls that took more than twice what 99 % of that thread's took
 * @param heapBytes in use after a collection
 * @param blocked how often its thread waited for a monitor
 * @param waited how often its thread waited for something else than its next call
 * @param allocatedBytes by its thread
 * @param cores how much of a core the whole JVM used
 * @param calls how many
 * @param threads names of all that live, numbers taken out
 */
record Phase(
        String name,
        long p99Nanos,
        long controlNanos,
        double longer,
        long heapBytes,
        long blocked,
        long waited,
        long allocatedBytes,
        double cores,
        long calls,
        List<String> threads) {

    /** Has a member work for so long, at least, and reads what it says; no two of one member have the same name. */
    static Phase of(RunningJvm member, String name, long millis) {
        Fleet.order(member, "work " + name + " " + millis);
        String[] facts = member.fact(name).split(",");
        Phase phase = new Phase(
                name,
                Long.parseLong(facts[0]),
                Long.parseLong(facts[1]),
                Double.parseDouble(facts[2]),
                Long.parseLong(facts[3]),
                Long.parseLong(facts[4]),
                Long.parseLong(facts[5]),
                Long.parseLong(facts[6]),
                Double.parseDouble(facts[7]),
                Long.parseLong(facts[8]),
                List.of(facts[9].split("\\|")));
        System.out.println(phase);
        return phase;
    }
}
