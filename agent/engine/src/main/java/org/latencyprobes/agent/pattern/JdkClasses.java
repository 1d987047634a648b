package org.latencyprobes.agent.pattern;

/**
 * The classes of the JDK that may be probed. They are in packages that neither linking nor recording a probe ever calls into, or only before
 * the first probe of an application. Whatever is not known to be one of them is refused.
 *
 * <p>A probed class that linking itself uses would be linked while it is being linked, without end.
 */
public final class JdkClasses {

    /** The packages whose classes may be probed. Two dots at the end mean the packages below as well. */
    static final String[] ALLOWED = {
        "java.io",
        "java.math",
        "java.net..",
        "java.nio.channels..",
        "java.nio.file..",
        "java.rmi..",
        "java.security..",
        "java.sql..",
        "java.text..",
        "java.time..",
        "java.util.jar",
        "java.util.logging",
        "java.util.regex",
        "java.util.zip",
        "javax.crypto..",
        "javax.management..",
        "javax.net..",
        "javax.sql..",
        "com.sun.net.httpserver..",
        "jdk.internal.net.http..",
        "sun.net.httpserver..",
        "sun.net.www.http",
        "sun.net.www.protocol.http..",
        "sun.net.www.protocol.https",
        "sun.nio.ch",
        "sun.security.ssl"
    };

    /** The classes in an allowed package that are called whenever a class or a call site is made. */
    static final String[] IN_USE = {
        "java.security.AccessControlContext",
        "java.security.AccessController",
        "java.security.AllPermission",
        "java.security.BasicPermission",
        "java.security.CodeSource",
        "java.security.Permission",
        "java.security.PermissionCollection",
        "java.security.Permissions",
        "java.security.Policy",
        "java.security.ProtectionDomain",
        "java.security.SecureClassLoader",
        "java.security.UnresolvedPermission"
    };

    private static final String[] USED_PACKAGES = {"java.lang..", "java.util..", "jdk.internal..", "sun.invoke.."};

    private JdkClasses() {}

    /**
     * Why a class must not be probed.
     *
     * @param className binary name
     * @return the reason, or null if it may
     */
    public static String refusal(String className) {
        for (String inUse : IN_USE) {
            if (className.equals(inUse) || className.startsWith(inUse + '$')) {
                return "it is of the JDK, and linking a probe uses it";
            }
        }
        if (isIn(ALLOWED, className)) {
            return null;
        }
        return isIn(USED_PACKAGES, className)
                ? "it is of the JDK, in a package that linking or recording a probe may use"
                : "it is of the JDK, in a package that is not known to be free of what linking a probe uses";
    }

    private static boolean isIn(String[] packages, String className) {
        int end = className.lastIndexOf('.');
        for (String name : packages) {
            int length = name.endsWith("..") ? name.length() - 2 : name.length();
            boolean below = length < name.length() && end > length && className.charAt(length) == '.';
            if ((end == length || below) && className.startsWith(name.substring(0, length))) {
                return true;
            }
        }
        return false;
    }
}
