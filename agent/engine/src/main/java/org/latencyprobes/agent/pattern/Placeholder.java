package org.latencyprobes.agent.pattern;

import org.latencyprobes.agent.classfile.PrintedName;

/** The placeholders in names and tags of a pattern, for what is known of a method. */
enum Placeholder implements Template.Part {
    /** Name of the class without package; a nested class behind a dot. */
    CLASS("class") {
        @Override
        public String of(String className, String method, String descriptor) {
            return PrintedName.of(className);
        }
    },
    /** Name of the package. */
    PACKAGE("package") {
        @Override
        public String of(String className, String method, String descriptor) {
            return className.substring(0, Math.max(0, className.lastIndexOf('.')));
        }
    },
    /** Binary name of the class. */
    FULL_CLASS("fullClass") {
        @Override
        public String of(String className, String method, String descriptor) {
            return className;
        }
    },
    /** Name of the method, {@code new} for a constructor. */
    METHOD("method") {
        @Override
        public String of(String className, String method, String descriptor) {
            return method.equals(MethodPattern.CONSTRUCTOR) ? "new" : method;
        }
    },
    /** Types of the parameters, without packages. */
    PARAMETERS("parameters") {
        @Override
        public String of(String className, String method, String descriptor) {
            return ParameterTypes.simple(descriptor);
        }
    };

    private final String key;

    Placeholder(String key) {
        this.key = key;
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
