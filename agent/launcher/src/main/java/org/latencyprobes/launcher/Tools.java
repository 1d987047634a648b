package org.latencyprobes.launcher;

import java.io.File;

/**
 * The programs that are nobody's application, but run where {@code JAVA_TOOL_OPTIONS} gives every JVM the agent: the JDK's tools, the launchers
 * of Maven and Gradle, the agent's own command. Each would take the application's port and push out one of its logs. Stateless.
 */
final class Tools {

    private static final String MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher";

    private static final String[] MAIN_CLASSES = {
        "org.apache.maven.wrapper.MavenWrapperMain",
        "org.gradle.wrapper.GradleWrapperMain",
        "org.gradle.launcher.GradleMain",
        "org.gradle.launcher.daemon.bootstrap.GradleDaemon",
        "org.latencyprobes.launcher.CommandLineLauncher"
    };

    private Tools() {}

    /** Whether this JVM runs one of them. */
    static boolean isOne(File agent) {
        String module = System.getProperty("jdk.module.main");
        String command = System.getProperty("sun.java.command");
        if (module != null) {
            return module.startsWith("java.") || module.startsWith("jdk.");
        }
        if (command == null
                || command.isEmpty()) { // the version, or help; what is no launcher of the JDK's may be anything
            return "SUN_STANDARD".equals(System.getProperty("sun.java.launcher"));
        }
        int end = command.indexOf(' ');
        String main = end < 0 ? command : command.substring(0, end);
        for (String tool : MAIN_CLASSES) {
            if (main.equals(tool)) {
                return true;
            }
        }
        return main.equals(MAVEN) && System.getProperty("maven.home") != null
                || isFile(main, "gradle-wrapper.jar")
                || isFile(main, agent.getName())
                || command.startsWith(agent.getPath()); // which may have blanks
    }

    private static boolean isFile(String path, String name) {
        return path.endsWith(name)
                && (path.length() == name.length()
                        || path.charAt(path.length() - name.length() - 1) == File.separatorChar);
    }

    /** The option {@code tools}, wherever one may be set that is read before anything of the agent is. */
    static boolean areWanted(String options) {
        return ("," + options + ",").replace(" ", "").contains(",tools=on,")
                || "on".equals(System.getProperty("latencyprobes.tools"))
                || "on".equals(System.getenv("LATENCYPROBES_TOOLS"));
    }
}
