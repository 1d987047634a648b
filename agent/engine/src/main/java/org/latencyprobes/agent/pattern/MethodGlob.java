package org.latencyprobes.agent.pattern;

/**
 * The method part of a pattern. Immutable.
 *
 * @param name which names; not looked at for constructors
 * @param constructors whether it means constructors
 * @param parameters which parameter types, or null for any
 */
record MethodGlob(NameGlob name, boolean constructors, SequenceGlob parameters) {

    /** All methods of a class but those that a compiler made. */
    static final MethodGlob ALL = new MethodGlob(NameGlob.ANY, false, null);

    /** The character that methods made by a compiler have in their names, and few others. */
    private static final char SYNTHETIC_CHARACTER = '$';

    /** Whether it is one name without a star. */
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
        return methodName.charAt(0) != '<'
                && (!synthetic || name.names(SYNTHETIC_CHARACTER))
                && name.matches(methodName);
    }
}
