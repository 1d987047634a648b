package org.latencyprobes.agent.weave;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The classes that are loaded now and that an agent may transform. */
public final class LoadedClasses {

    private static final String OURS = "org.latencyprobes.launcher.";
    private static final String LINK = "java.lang.LatencyProbesLink";

    private static final int MOST_IMPLEMENTING = 5;

    private static final Class<?>[] NONE = {};

    private final Instrumentation instrumentation;

    /**
     * Reads nothing yet.
     *
     * @param instrumentation of the JVM
     */
    public LoadedClasses(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** None where the JVM is at its end and tells them no more. */
    private Class<?>[] all() {
        Class<?>[] classes = instrumentation.getAllLoadedClasses();
        return classes == null ? NONE : classes;
    }

    List<Class<?>> that(Predicate<Class<?>> wanted) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> type : all()) {
            if (isTransformable(type) && wanted.test(type)) {
                classes.add(type);
            }
        }
        return classes;
    }

    /** Those that no transformer ever sees, too. */
    List<Class<?>> allNamed(Predicate<String> wanted) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> type : all()) {
            if (!type.isArray() && !type.isPrimitive() && !isOurs(type) && wanted.test(plainName(type))) {
                classes.add(type);
            }
        }
        return classes;
    }

    /**
     * Whether the JVM had loaded classes of the application's before it started the agent.
     *
     * @return true if there are some, which no transformer of ours has seen
     */
    public boolean hasApplications() {
        for (Class<?> type : all()) {
            if (!Loaders.isJdk(type.getClassLoader()) && !type.isArray() && !isOurs(type)) {
                return true;
            }
        }
        return false;
    }

    boolean isTransformable(Class<?> type) {
        return !type.isArray()
                && !type.isPrimitive()
                && !type.isHidden()
                && !isOurs(type)
                && instrumentation.isModifiableClass(type);
    }

    /** Some of the classes that implement a type, in words that follow a reason. */
    String implementing(Class<?> type) {
        List<Class<?>> all = that(
                other -> other != type && !Modifier.isAbstract(other.getModifiers()) && type.isAssignableFrom(other));
        String some = all.stream().limit(MOST_IMPLEMENTING).map(Class::getName).collect(Collectors.joining(", "));
        int more = all.size() - MOST_IMPLEMENTING;
        return all.isEmpty()
                ? "; no loaded class implements it"
                : "; of the loaded classes " + some + (more > 0 ? " and " + more + " more" : "")
                        + (all.size() == 1 ? " does" : " do");
    }

    private boolean isOurs(Class<?> type) {
        return Loaders.isAgents(type.getClassLoader())
                || type.getName().startsWith(OURS)
                || type.getName().equals(LINK);
    }

    /** Without the number behind the slash that a hidden class has. */
    static String plainName(Class<?> type) {
        String name = type.getName();
        int slash = name.indexOf('/');
        return slash < 0 ? name : name.substring(0, slash);
    }
}
