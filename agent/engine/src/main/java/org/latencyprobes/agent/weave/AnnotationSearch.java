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
final class AnnotationSearch {

    private static final String JAR = "latency-probes-annotations";
    private static final String CLASS = "org/latencyprobes/annotation/Probe.class";

    private AnnotationSearch() {}

    /** Searches this JVM's class path and module path. May take some ms. */
    static boolean finds() {
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
        return entries.length == 1 && path.endsWith(".jar") && isIn(new File(path));
    }

    private static boolean isIn(File file) {
        try (JarFile jar = new JarFile(file, false)) {
            return isNamedBy(jar.getManifest()) || isAmong(jar.entries());
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
            String name = entries.nextElement().getName();
            if (name.contains(JAR) || name.equals(CLASS)) {
                return true;
            }
        }
        return false;
    }
}
