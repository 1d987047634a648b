package org.latencyprobes.agent.slow;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * The libraries that know the trace id of a thread's work, each by the class that is initialised once it is in use: the diagnostic contexts of
 * SLF4J and Log4j, and OpenTelemetry's current span, the one of its Java agent too. Stateless.
 */
final class TraceLibrary {

    private static final String SLF4J = "org.slf4j.MDC";
    private static final String LOG4J = "org.apache.logging.log4j.ThreadContext";
    private static final String OPENTELEMETRY = "io.opentelemetry.context.LazyStorage";

    /** Where the Java agent of OpenTelemetry has its own copy. */
    private static final String SHADED = "io.opentelemetry.javaagent.shaded.";

    static final List<String> NAMES = List.of(SLF4J, LOG4J, OPENTELEMETRY, SHADED + OPENTELEMETRY);

    /** OpenTelemetry's, and those of Micrometer and Brave. */
    private static final List<String> KEYS = List.of("trace_id", "traceId");

    private static final String TRACE = "io.opentelemetry.api.trace.";

    private TraceLibrary() {}

    /**
     * The ways to ask a library.
     *
     * @param library a class of one of the names
     * @param setting of the user's
     * @return handles of type {@code ()String}; none where the library is of another version or closed
     */
    static List<MethodHandle> ways(Class<?> library, MethodHandles.Lookup lookup, String setting) {
        boolean isAuto = setting.equals(TraceLookup.AUTO);
        try {
            if (library.getName().endsWith(OPENTELEMETRY)) {
                String prefix = library.getName().startsWith(SHADED) ? SHADED : "";
                return isAuto ? List.of(ofSpan(prefix + TRACE, library.getClassLoader(), lookup)) : List.of();
            }
            MethodHandle get = lookup.findStatic(library, "get", MethodType.methodType(String.class, String.class));
            return (isAuto ? KEYS : List.of(setting))
                    .stream()
                            .map(key -> MethodHandles.insertArguments(get, 0, key))
                            .toList();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError notAsKnown) {
            return List.of();
        }
    }

    /** {@code Span.current().getSpanContext().getTraceId()} */
    private static MethodHandle ofSpan(String prefix, ClassLoader loader, MethodHandles.Lookup lookup)
            throws ReflectiveOperationException {
        Class<?> span = Class.forName(prefix + "Span", false, loader);
        Class<?> context = Class.forName(prefix + "SpanContext", false, loader);
        MethodHandle current = lookup.findStatic(span, "current", MethodType.methodType(span));
        MethodHandle ofSpan = lookup.findVirtual(span, "getSpanContext", MethodType.methodType(context));
        MethodHandle id = lookup.findVirtual(context, "getTraceId", MethodType.methodType(String.class));
        return MethodHandles.filterReturnValue(MethodHandles.filterReturnValue(current, ofSpan), id);
    }
}
