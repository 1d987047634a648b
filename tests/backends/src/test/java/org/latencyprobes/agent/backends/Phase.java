package org.latencyprobes.agent.backends;

import java.util.List;
import java.util.concurrent.Callable;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * What an application saw of itself over some time of work: see the fixture's {@code Work}.
 *
 * @param heapBytes in use after a collection
 * @param blocked how often its thread waited for a monitor
 * @param waited how often its thread waited for something else than its next call
 * @param allocatedBytes by its thread
 * @param calls how many
 * @param threads names of all that live, numbers taken out
 */
record Phase(
        String name, long heapBytes, long blocked, long waited, long allocatedBytes, long calls, List<String> threads) {

    /** The same with threads of a later look. */
    Phase withThreads(List<String> later) {
        return new Phase(name, heapBytes, blocked, waited, allocatedBytes, calls, later);
    }

    /** Has a member work until something has come to pass, and reads what it says; no two of one member have the same name. */
    static Phase of(RunningJvm member, String name, Callable<Boolean> hasComeToPass) {
        Fleet.order(member, "begin " + name);
        member.await(name, hasComeToPass);
        Fleet.order(member, "end " + name);
        String[] facts = member.fact(name).split(",");
        return new Phase(
                name,
                Long.parseLong(facts[0]),
                Long.parseLong(facts[1]),
                Long.parseLong(facts[2]),
                Long.parseLong(facts[3]),
                Long.parseLong(facts[4]),
                List.of(facts[5].split("\\|")));
    }
}
