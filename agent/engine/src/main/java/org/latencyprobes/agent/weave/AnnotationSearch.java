package org.latencyprobes.agent.weave;

import java.io.File;
import java.io.IOException;
import java.util.Enumeration;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A search for the annotations in what an application is started from. Where they are, methods are likely to be marked. Jars are told by their
 * names, and folders by the file in them. Only a jar that is the whole class path is opened, for it may hold others or name them. A server
 * that loads applications from elsewhere is not seen through. Stateless.
 */
public final class AnnotationSearch {

    private static final String JAR = "latency-probes-annotations";
    private static final String CLASS = "org/latencyprobes/annotation/Probe.class";

    private AnnotationSearch() {}

    /**
     * Searches this JVM's class path and module path. May take some ms.
     *
     * @return whether the annotations are there
     */
    public static boolean finds() {
        return finds(System.getProperty("java.class.path", "")) || finds(System.getProperty("jdk.module.path", ""));
    }

    static boolean finds(String path) {
        if (path.contains(JAR)) {
            return true;
        }
        String[] entries = path.split(File.pathSeparator);
        for (String entry : entries) {
            if (!entry.isEmpty() && new File(entry, CLASS).isFile()) {
                return true;
            }
        }
        boolean isJar = path.endsWith(".jar") || path.endsWith(".war");
        return entries.length == 1 && isJar && isIn(new File(path));
    }

    private static boolean isIn(File file) {
        try (JarFile jar = new JarFile(file, false)) {
            return jar.getEntry(CLASS) != null || isNamedBy(jar.getManifest()) || isAmong(jar.entries());
        } catch (IOException noJar) {
            return false;
        }
    }

    private static boolean isNamedBy(Manifest manifest) {
        String others = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        return others != null && others.contains(JAR);
    }

    private static boolean isAmong(Enumeration<JarEntry> entries) {
        while (entries.hasMoreElements()) {
            if (entries.nextElement().getName().contains(JAR)) {
                return true;
            }
        }
        return false;
    }
}
