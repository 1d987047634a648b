package java.lang;

import java.lang.invoke.MethodHandles;

/**
 * The rights of a class of the JDK's own module, for what the foreign-function API restricts. It is defined with {@code clock=rdtsc} alone. Its
 * field is private: whoever may read it has been given this package, and with it these rights.
 */
final class LatencyProbesNative {

    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();

    private LatencyProbesNative() {}
}
