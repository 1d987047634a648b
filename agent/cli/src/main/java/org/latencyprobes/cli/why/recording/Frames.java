package org.latencyprobes.cli.why.recording;

import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** Names of methods in recorded stacks. Stateless. */
final class Frames {

    /** Not the application's: the JDK, and what a probe runs. */
    private static final List<String> OTHERS = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "org.latencyprobes.internal.counts.",
            "org.latencyprobes.internal.probe.",
            "org.latencyprobes.agent.clock.",
            "org.latencyprobes.agent.link.");

    private static final String AGENT = "org.latencyprobes.agent.";

    private Frames() {}

    /**
     * A method on a stack.
     *
     * @param type its class; empty where the recording lacks it
     * @param method its name
     */
    record Frame(String type, String method) {

        String name() {
            return simple(type) + '.' + method;
        }
    }

    /** The innermost first. */
    static List<Frame> of(RecordedStackTrace stack) {
        return stack.getFrames().stream()
                .filter(RecordedFrame::isJavaFrame)
                .map(RecordedFrame::getMethod)
                .map(method -> new Frame(type(method), method == null ? "" : Objects.toString(method.getName(), "")))
                .toList();
    }

    /** The application's innermost method as {@code Class.method}; the innermost of all where there is none; empty without a stack. */
    static String site(RecordedStackTrace stack) {
        if (stack == null || stack.getFrames().isEmpty()) {
            return "";
        }
        return applicationSite(stack)
                .orElseGet(() -> name(stack.getFrames().get(0).getMethod()));
    }

    /** The application's innermost method as {@code Class.method}, of a stack that is there. */
    static Optional<String> applicationSite(RecordedStackTrace stack) {
        return stack.getFrames().stream()
                .filter(RecordedFrame::isJavaFrame)
                .map(RecordedFrame::getMethod)
                .filter(method -> !isOfOthers(type(method)))
                .findFirst()
                .map(Frames::name);
    }

    /** Whether a thread works for the agent. */
    static boolean isOfAgent(RecordedStackTrace stack) {
        return stack.getFrames().stream()
                .anyMatch(frame -> type(frame.getMethod()).startsWith(AGENT));
    }

    static boolean isOfOthers(String type) {
        return type.isEmpty() || OTHERS.stream().anyMatch(type::startsWith);
    }

    /** With the class's simple name; empty where the recording lacks one of the names. */
    static String name(RecordedMethod method) {
        return type(method).isEmpty() || method.getName() == null ? "" : simple(type(method)) + '.' + method.getName();
    }

    /** The class's name; empty where the recording lacks it. */
    static String type(RecordedMethod method) {
        return method == null ? "" : className(method.getType());
    }

    /** Empty where the recording lacks it. {@link RecordedClass#getName} fails there. */
    static String className(RecordedClass type) {
        String name = type == null ? null : type.getValue("name");
        return name == null ? "" : name.replace('/', '.');
    }

    /** Without the package, and of an array's descriptor what stands in source: {@code int[]} for {@code [I}. */
    static String simple(String type) {
        if (!type.startsWith("[")) {
            return type.substring(type.lastIndexOf('.') + 1);
        }
        try {
            return ClassDesc.ofDescriptor(type.replace('.', '/')).displayName();
        } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
            return type;
        }
    }
}
