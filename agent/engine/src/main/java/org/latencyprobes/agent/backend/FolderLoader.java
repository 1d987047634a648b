package org.latencyprobes.agent.backend;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.FileTrust;
import org.latencyprobes.agent.option.BackendSpec;

/**
 * A class loader of a backend's jars in a folder. It prefers these jars, so that their libraries may be of other versions than those in the
 * agent's jar. Micrometer's core, the types that it is made of, and logging are shared by all.
 */
final class FolderLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String[] SHARED = {
        "java.",
        "io.micrometer.core.",
        "io.micrometer.common.",
        "io.micrometer.observation.",
        "com.codahale.metrics.", // types of Micrometer's core, below Graphite's and Ganglia's registries
        "org.slf4j.",
        "org.HdrHistogram.",
        "org.latencyprobes."
    };

    private FolderLoader(String name, URL[] jars, ClassLoader parent) {
        super("latency-probes-backend-" + name, jars, parent);
    }

    static FolderLoader of(BackendSpec spec, ClassLoader parent) throws IOException {
        Path own = spec.folder();
        Path folder = Files.isDirectory(own) ? own : own.toAbsolutePath().getParent();
        List<URL> jars = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            requireUntouched(folder);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
                for (Path file : files) {
                    requireUntouched(file);
                    jars.add(file.toUri().toURL());
                }
            }
        }
        if (jars.isEmpty()) {
            throw new IOException(
                    "no jars in " + own + "; fill it by: java -jar latency-probes-agent.jar backend fetch "
                            + spec.name() + " --to " + own.toAbsolutePath().getParent());
        }
        return new FolderLoader(spec.name(), jars.toArray(new URL[0]), parent);
    }

    private static void requireUntouched(Path path) throws IOException {
        String objection = FileTrust.objection(path);
        if (objection != null) {
            throw new IOException(objection);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.equals(BundledLoader.UNSAFE)) { // hidden from the agent's own libraries only
            return ClassLoader.getPlatformClassLoader().loadClass(name);
        }
        for (String shared : SHARED) {
            if (name.startsWith(shared)) {
                return super.loadClass(name, resolve);
            }
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> present = findLoadedClass(name);
            return present != null ? present : ownOrParents(name, resolve);
        }
    }

    private Class<?> ownOrParents(String name, boolean resolve) throws ClassNotFoundException {
        try {
            return findClass(name);
        } catch (ClassNotFoundException notHere) {
            return super.loadClass(name, resolve);
        }
    }
}
