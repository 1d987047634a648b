package org.latencyprobes.agent.pattern;

/**
 * The method part of a pattern. Immutable.
 *
 * @param name which names; not looked at for constructors
 * @param constructors whether it means constructors
 * @param parameters which parameter types, or null for any
 */
record MethodGlob(NameGlob name, boolean constructors, SequenceGlob parameters) {

    /** All methods of a class but those of the compiler's. */
    static final MethodGlob ALL = new MethodGlob(NameGlob.ANY, false, null);

    /** A compiler's own methods have it in their names, and they alone as a rule. */
    private static final char SYNTHETIC_MARK = '$';

    /** Whether it is one name, without a star. */
    boolean isWrittenOut() {
        return constructors || name.isLiteral();
    }

    boolean matches(String methodName, String descriptor, boolean synthetic) {
        boolean constructor = methodName.equals(MethodPattern.CONSTRUCTOR);
        if (constructor != constructors || !constructor && !matchesName(methodName, synthetic)) {
            return false;
        }
        return parameters == null || parameters.matches(ParameterTypes.of(descriptor));
    }

    private boolean matchesName(String methodName, boolean synthetic) {
        return methodName.charAt(0) != '<' && (!synthetic || name.names(SYNTHETIC_MARK)) && name.matches(methodName);
    }
}
