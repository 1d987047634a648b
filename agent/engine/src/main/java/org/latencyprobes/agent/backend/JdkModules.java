package org.latencyprobes.agent.backend;

import java.lang.module.ModuleFinder;
import java.util.Map;

/** The modules of the JDK that classes belong to, to name the one that a JVM lacks. */
final class JdkModules {

    private static final Map<String, String> BY_PACKAGE = Map.ofEntries(
            Map.entry("com.sun.management.", "jdk.management"),
            Map.entry("java.beans.", "java.desktop"),
            Map.entry("java.lang.management.", "java.management"),
            Map.entry("java.net.http.", "java.net.http"),
            Map.entry("java.rmi.", "java.rmi"),
            Map.entry("java.sql.", "java.sql"),
            Map.entry("java.util.logging.", "java.logging"),
            Map.entry("javax.management.", "java.management"),
            Map.entry("javax.management.remote.rmi.", "java.management.rmi"),
            Map.entry("javax.naming.", "java.naming"),
            Map.entry("javax.security.sasl.", "java.security.sasl"),
            Map.entry("javax.sql.", "java.sql"),
            Map.entry("javax.xml.", "java.xml"),
            Map.entry("org.ietf.jgss.", "java.security.jgss"),
            Map.entry("org.w3c.dom.", "java.xml"),
            Map.entry("org.xml.sax.", "java.xml"),
            Map.entry("sun.misc.", "jdk.unsupported"));

    private JdkModules() {}

    /** What to say about a fault for lack of a module; null if that is not what is wrong. */
    static String help(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoClassDefFoundError || cause instanceof ClassNotFoundException) {
                String module = moduleOf(String.valueOf(cause.getMessage()).replace('/', '.'));
                if (module != null && ModuleLayer.boot().findModule(module).isEmpty()) {
                    return ModuleFinder.ofSystem().find(module).isPresent()
                            ? "needs the module " + module + ": start the JVM with --add-modules " + module
                            : "needs the module " + module
                                    + ", which this Java runtime does not have: make it by jlink with --add-modules "
                                    + module;
                }
            }
        }
        return null;
    }

    private static String moduleOf(String message) {
        String longest = "";
        for (String prefix : BY_PACKAGE.keySet()) {
            if (message.contains(prefix) && prefix.length() > longest.length()) {
                longest = prefix;
            }
        }
        return BY_PACKAGE.get(longest);
    }
}
