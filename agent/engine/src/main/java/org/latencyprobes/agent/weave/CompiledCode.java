package org.latencyprobes.agent.weave;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.OpenFiles;

/**
 * The compiled code of the JVM, as far as weaving endangers it.
 *
 * <p>HotSpot before 23 records which compiled code depends on which methods only if an agent that may change classes was there at the
 * start. In other JVMs the first retransformation, of whatever class, discards all compiled code, once. So nothing is retransformed for a
 * mere look, and users are warned. Thread-safe.
 */
public final class CompiledCode {

    /** JDK-8324241: dependencies are always recorded. */
    private static final int FIRST_JAVA_THAT_RECORDS = 23;

    /** Left in the JVM for the next agent: the code has been discarded already. */
    private static final String DISCARDED = "latencyprobes.agent.discarded";

    private static final String ONCE = "weaving discards this JVM's compiled code once: ";
    private static final String SLOWER = "throughput may fall to some per cent for seconds";

    private static final String ASK = "ask";
    private static final String ALLOW = "allow";

    private volatile boolean atStake;
    private volatile String rule = ASK; // until it is known what is wanted
    private volatile int left;

    /** Creates it for a JVM that the agent was started with: nothing is at stake. */
    CompiledCode() {}

    /**
     * The agent has come into a JVM that was running.
     *
     * @param deoptimise the value of the option of that name
     */
    public void arrive(String deoptimise) {
        rule = deoptimise;
        atStake = Runtime.version().feature() < FIRST_JAVA_THAT_RECORDS
                && !Boolean.getBoolean(DISCARDED)
                && !System.getProperty("java.vm.name", "").contains("OpenJ9")
                && !hasAgentFromTheStart();
    }

    private static boolean hasAgentFromTheStart() {
        try {
            OpenFiles.requireFreeForBeans();
            List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
            return flags.stream().anyMatch(flag -> flag.startsWith("-javaagent:") || flag.startsWith("-agentlib:jdwp"));
        } catch (LinkageError | SecurityException | OpenFiles.TooFewException notToBeHad) {
            return false;
        }
    }

    /**
     * Keeps it, or not.
     *
     * @param deoptimise the value of the option of that name: ask, allow or refuse
     * @return whether classes that were left for it are now to be woven
     */
    public boolean follow(String deoptimise) {
        rule = deoptimise;
        return rule.equals(ALLOW) && left > 0;
    }

    /** Whether the next retransformation discards it. */
    boolean isAtStake() {
        return atStake;
    }

    /**
     * Whether the option {@code deoptimise} keeps it now, so that every loaded class stays as it is, woven or not.
     *
     * @return false where nothing is at stake
     */
    public boolean isKept() {
        return isKeptBy(rule);
    }

    boolean isKeptBy(String deoptimise) {
        return atStake && !deoptimise.equals(ALLOW);
    }

    /** Why a method of a loaded class is not woven while {@link #isKept}. */
    public String kept() {
        return "deoptimise=" + rule + " keeps loaded classes as they are";
    }

    /** What somebody has to be asked before a loaded class is woven; null where nobody has. */
    public String question() {
        return question(rule);
    }

    /**
     * The same with another value of the option {@code deoptimise}.
     *
     * @param deoptimise ask, allow or refuse
     * @return a sentence, or null
     */
    public String question(String deoptimise) {
        return atStake && deoptimise.equals(ASK) ? ONCE + SLOWER : null;
    }

    /** Whether classes were left as they are to keep it. */
    public boolean hasLeftAny() {
        return left > 0;
    }

    /** Whether these may be transformed again; if so, that is taken as done. */
    boolean isGivenFor(List<Class<?>> classes, Consumer<String> progress) {
        if (!atStake || classes.isEmpty()) {
            return true;
        }
        if (isKept()) {
            left = Math.max(left, classes.size()); // one scan after another finds the same ones
            return false;
        }
        atStake = false;
        left = 0;
        System.setProperty(DISCARDED, "true");
        Log.say(ONCE + SLOWER);
        progress.accept(ONCE + SLOWER);
        return true;
    }

    /**
     * What whoever weaves, or thinks of it, has to know.
     *
     * @return a sentence, or null where nothing is at stake
     */
    public String warning() {
        if (!atStake) {
            return null;
        }
        if (isKept() && left > 0) {
            return "loaded classes were left as they are (" + left + "), since " + kept() + ": " + ONCE + SLOWER
                    + (rule.equals(ASK) ? "; --yes and deoptimise=allow weave them" : "")
                    + "; classes that load from now on are woven";
        }
        return ONCE + SLOWER + (rule.equals(ASK) ? ", after a question" : "")
                + "; a JVM that is started with -javaagent is spared it";
    }
}
