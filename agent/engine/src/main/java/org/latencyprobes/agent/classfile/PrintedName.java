package org.latencyprobes.agent.classfile;

/** The names of classes as people write them. */
public final class PrintedName {

    private PrintedName() {}

    /**
     * The name of a class without its package, with a dot before a nested class. A {@code $} that separates no two names stays: Scala's objects
     * end with one, and proxies begin with one.
     *
     * @param className binary or internal name
     * @return such as {@code Order.Line}, {@code AskPattern$} or {@code $Proxy0}
     */
    public static String of(String className) {
        int from = Math.max(className.lastIndexOf('.'), className.lastIndexOf('/')) + 1;
        StringBuilder name = new StringBuilder(className.substring(from));
        for (int at = 1; at < name.length() - 1; at++) {
            if (name.charAt(at) == '$' && name.charAt(at - 1) != '$' && name.charAt(at + 1) != '$') {
                name.setCharAt(at, '.');
            }
        }
        return name.toString();
    }
}
