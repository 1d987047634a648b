package org.latencyprobes.agent.classfile;

/**
 * The names of classes that frameworks generate at run time or at build time, around a class that somebody wrote. Most of them override its
 * methods and call these, so a probe there would count each call once more.
 */
public final class GeneratedClass {

    private static final String JDK_PROXY = "$Proxy";

    /** Parts of their names. */
    private static final String[] PARTS = {
        "CGLIB$$", // Spring's, too
        "$HibernateProxy",
        "$HibernateBasicProxy",
        "$HibernateInstantiator",
        "$HibernateAccessOptimizer",
        "_$$_jvst", // Javassist's
        "_$$_javassist",
        "$MockitoMock$",
        "$_$$_Weld",
        "$ByteBuddy$",
        "$auxiliary$" // Byte Buddy's
    };

    /** Ends of their names. */
    private static final String[] ENDS = {"_ClientProxy", "_Subclass"}; // Quarkus'

    private GeneratedClass() {}

    /**
     * Whether a class has such a name.
     *
     * @param className binary name
     * @return true if so
     */
    public static boolean isName(String className) {
        if (isJdkProxy(className)) {
            return true;
        }
        for (String part : PARTS) {
            if (className.contains(part)) {
                return true;
            }
        }
        for (String end : ENDS) {
            if (className.endsWith(end)) {
                return true;
            }
        }
        return false;
    }

    /** {@code $Proxy12}, in whatever package. */
    private static boolean isJdkProxy(String className) {
        int number = className.lastIndexOf('.') + 1 + JDK_PROXY.length();
        return className.startsWith(JDK_PROXY, number - JDK_PROXY.length())
                && number < className.length()
                && Character.isDigit(className.charAt(number));
    }
}
