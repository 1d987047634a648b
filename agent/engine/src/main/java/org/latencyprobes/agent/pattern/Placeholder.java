package org.latencyprobes.agent.pattern;

import org.latencyprobes.agent.classfile.PrintedName;

/** The placeholders in names and tags of a pattern, for what is known of a method. */
enum Placeholder {
    /** Name of the class without package; a nested class behind a dot. */
    CLASS("class"),
    /** Name of the package. */
    PACKAGE("package"),
    /** Binary name of the class. */
    FULL_CLASS("fullClass"),
    /** Name of the method, {@code new} for a constructor. */
    METHOD("method"),
    /** Types of the parameters, without packages. */
    PARAMETERS("parameters");

    private final String key;

    Placeholder(String key) {
        this.key = key;
    }

    String of(String className, String method, String descriptor) {
        return switch (this) {
            case CLASS -> PrintedName.of(className);
            case PACKAGE -> className.substring(0, Math.max(0, className.lastIndexOf('.')));
            case FULL_CLASS -> className;
            case METHOD -> method.equals(MethodPattern.CONSTRUCTOR) ? "new" : method;
            case PARAMETERS -> ParameterTypes.simple(descriptor);
        };
    }

    /** The placeholder of that name, or null. */
    static Placeholder named(String key) {
        for (Placeholder placeholder : values()) {
            if (placeholder.key.equals(key)) {
                return placeholder;
            }
        }
        return null;
    }

    /** All of them, as they are written. */
    static String list() {
        StringBuilder list = new StringBuilder();
        for (Placeholder placeholder : values()) {
            list.append(list.length() == 0 ? "{" : ", {")
                    .append(placeholder.key)
                    .append('}');
        }
        return list.toString();
    }
}
