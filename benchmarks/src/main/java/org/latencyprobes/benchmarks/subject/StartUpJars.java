package org.latencyprobes.benchmarks.subject;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.latencyprobes.annotation.Probe;

/** The jars of the application, with probes and without the annotations, and of the empty agent, in a folder. */
public final class StartUpJars {

    private final Path folder;

    public StartUpJars(Path folder) throws IOException {
        this.folder = folder;
        write(unprobed(), new Manifest(), Hello.class);
        write(
                probed(),
                new Manifest(),
                Hello.class,
                ProbedHello.class,
                ProbedHello.Greeting.class,
                Probe.class,
                BytemanTimer.class,
                BytemanTimer.Starts.class);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", EmptyAgent.class.getName());
        write(emptyAgent(), manifest, EmptyAgent.class);
    }

    public Path unprobed() {
        return folder.resolve("hello.jar");
    }

    public Path probed() {
        return folder.resolve("probed-hello.jar");
    }

    public Path emptyAgent() {
        return folder.resolve("empty-agent.jar");
    }

    private static void write(Path file, Manifest manifest, Class<?>... classes) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Class<?> type : classes) {
                String name = type.getName().replace('.', '/') + ".class";
                try (InputStream content = type.getClassLoader().getResourceAsStream(name)) {
                    jar.putNextEntry(new JarEntry(name));
                    content.transferTo(jar);
                }
            }
        }
    }
}
