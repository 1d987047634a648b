package org.latencyprobes.agent.inflight;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.latencyprobes.agent.select.MethodExplanation;

/**
 * The calls that run when their methods become probes; a call that began before is not timed. They are found on the stacks of platform
 * threads, oldest thread first. The JVM stops one thread at a time for it (17: all threads, for some 40 µs). It is done once, on a thread
 * of the agent, and ends early where there are very many threads. For one thread.
 */
public final class RunningCalls {

    private static final int THREADS_IN_ANY_CASE = 256;
    private static final long LONGEST_NANOS = 100_000_000;
    private static final int MOST_SAID = 5;
    private static final int ROOM_FOR_NEW_THREADS = 16;

    private final Set<String> names;
    private final Map<String, String> running = new LinkedHashMap<>();

    private RunningCalls(Set<String> names) {
        this.names = names;
    }

    /**
     * Looks once.
     *
     * @param fresh methods that have just become probes
     * @return a sentence, or null where there is nothing to say
     */
    public static String of(Collection<MethodExplanation> fresh) {
        return fresh.isEmpty() ? null : new RunningCalls(names(fresh)).look();
    }

    private String look() {
        long startNanos = System.nanoTime();
        Thread[] threads = threads();
        int looked = 0;
        while (looked < threads.length
                && threads[looked] != null
                && (looked < THREADS_IN_ANY_CASE || System.nanoTime() - startNanos < LONGEST_NANOS)) {
            look(threads[looked++]);
        }
        return said(looked < threads.length && threads[looked] != null ? looked : 0);
    }

    /** Those of the JVM first, then main, then others by age as a rule; a null ends them. */
    private static Thread[] threads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] threads = new Thread[group.activeCount() + ROOM_FOR_NEW_THREADS];
        group.enumerate(threads, true);
        return threads;
    }

    private void look(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = name(frame);
            if (names.contains(name)) {
                running.putIfAbsent(name, thread.getName());
            }
        }
    }

    /** A stack has names without parameter types. */
    static Set<String> names(Collection<MethodExplanation> methods) {
        Set<String> names = new HashSet<>();
        methods.forEach(method -> names.add(name(method)));
        return names;
    }

    /** As a stack has it. */
    static String name(MethodExplanation method) {
        return method.className()
                + '#'
                + method.method().substring(0, method.method().indexOf('('));
    }

    /** Among those of {@link #names}, if it is of a probed method. */
    static String name(StackTraceElement frame) {
        String method = frame.getMethodName().equals("<init>") ? "new" : frame.getMethodName();
        return frame.getClassName() + '#' + method;
    }

    /** Zero stands for all threads. */
    private String said(int looked) {
        String some = looked == 0 ? "" : "; " + looked + " threads were looked at, more were not";
        if (running.isEmpty()) {
            return looked == 0 ? null : "calls that are under way are not timed, only the next ones" + some;
        }
        String said = running.entrySet().stream()
                .limit(MOST_SAID)
                .map(call -> call.getKey() + " (thread " + call.getValue() + ')')
                .collect(Collectors.joining(", "));
        int more = running.size() - MOST_SAID;
        return "under way now, and not timed if it began before, only when it is called again: " + said
                + (more > 0 ? " and " + more + " more" : "") + some;
    }
}
