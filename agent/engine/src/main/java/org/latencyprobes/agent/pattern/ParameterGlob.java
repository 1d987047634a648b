package org.latencyprobes.agent.pattern;

/** The type of one parameter in a pattern. Immutable. */
record ParameterGlob(TypeGlob type, int dimensions) implements SequenceGlob.Element {

    private static final String ARRAY = "[]";

    /** Takes a type as {@link ParameterTypes} gives it. */
    @Override
    public boolean matches(String typeName) {
        String component = typeName;
        for (int i = 0; i < dimensions; i++) {
            if (!component.endsWith(ARRAY)) {
                return false;
            }
            component = component.substring(0, component.length() - ARRAY.length());
        }
        NameGlob simple = type.onlyName();
        if (simple != null && simple.isAny()) {
            return true;
        }
        return !component.endsWith(ARRAY) && (simple == null ? type.matches(component) : matches(simple, component));
    }

    /** A name without dots is one without package; of a nested class also its last part alone. */
    private static boolean matches(NameGlob simple, String typeName) {
        String name = typeName.substring(typeName.lastIndexOf('.') + 1);
        return simple.matches(name) || simple.matches(name.substring(name.lastIndexOf('$') + 1));
    }
}
