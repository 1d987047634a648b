package org.latencyprobes.agent.pattern;

import java.util.List;

/**
 * The text of a pattern in three parts, for making similar patterns of it.
 *
 * @param type what stands before the {@code #}
 * @param method what stands behind it, with parameters; empty where there is no {@code #}
 * @param rest what stands behind that, with the blank before it
 */
public record PatternSource(String type, String method, String rest) {

    /**
     * The last name of a type.
     *
     * @param type with dots
     * @return what stands behind the last dot
     */
    public static String lastName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /**
     * The method without its parameters.
     *
     * @return the name; empty where there is no {@code #}
     */
    public String methodName() {
        int parameters = method.indexOf('(');
        return parameters < 0 ? method : method.substring(0, parameters);
    }

    /**
     * Whether the class is written out.
     *
     * @return false if there are stars or gaps
     */
    public boolean isLiteral() {
        return type.indexOf('*') < 0 && type.indexOf('?') < 0 && !type.contains("..");
    }

    /**
     * The same methods of another class.
     *
     * @param other the class
     * @return another pattern
     */
    public PatternSource withType(String other) {
        return new PatternSource(other, method, rest);
    }

    /**
     * Another method of the same class.
     *
     * @param other the method
     * @return another pattern
     */
    public PatternSource withMethod(String other) {
        return new PatternSource(type, other, rest);
    }

    /**
     * The pattern that it would be if the last dot were a {@code #}.
     *
     * @return another pattern; null where there is a {@code #} already, or no dot
     */
    public PatternSource withLastNameAsMethod() {
        int dot = type.lastIndexOf('.');
        return !method.isEmpty() || dot <= 0 || type.charAt(dot - 1) == '.'
                ? null
                : new PatternSource(type.substring(0, dot), type.substring(dot + 1), rest);
    }

    /**
     * The type, taken for a package.
     *
     * @return all classes in the package and below
     */
    public String wholePackage() {
        return type + "..*";
    }

    /**
     * Types that may have been meant: nested, in packages below, nested there, in any package. Behind {@code ..} a star stands for the outer
     * class, since a shell takes {@code $} for a variable. Not a star alone in any package, which would be all classes.
     *
     * @return type parts of patterns
     */
    public List<String> otherTypes() {
        int dot = type.lastIndexOf('.');
        String before = dot < 0 ? "" : type.substring(0, dot);
        String last = lastName(type);
        List<String> types = dot < 0
                ? List.of(".." + type, "..*$" + type)
                : List.of(
                        before + "$" + last,
                        before + ".." + last,
                        before.endsWith(".") ? before + ".*" + last : before + "..*$" + last,
                        ".." + type,
                        ".." + last);
        return types.stream().filter(other -> !other.equals("..*")).toList();
    }

    @Override
    public String toString() {
        return type + (method.isEmpty() ? "" : '#' + method) + rest;
    }
}
