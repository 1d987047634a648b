package org.latencyprobes.agent.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.spring.fixture.Host;

/** The application with its libraries in one jar, as Spring Boot's plugins put it together. */
final class ExecutableJar {

    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String LIBRARIES = "BOOT-INF/lib/";
    private static final String LOADER = "spring-boot-loader-";
    private static final String LAUNCHER = "org.springframework.boot.loader.launch.JarLauncher";

    private final JarOutputStream out;

    private ExecutableJar(JarOutputStream out) {
        this.out = out;
    }

    static Path of(Boot boot, Path file) {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, LAUNCHER);
        attributes.putValue("Start-Class", Host.class.getName());
        attributes.putValue("Spring-Boot-Classes", CLASSES);
        attributes.putValue("Spring-Boot-Lib", LIBRARIES);
        try (OutputStream content = Files.newOutputStream(file);
                JarOutputStream out = new JarOutputStream(content, manifest)) {
            new ExecutableJar(out).fill(boot.jars().toList());
            return file;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void fill(List<Path> jars) throws IOException {
        addStored(LIBRARIES, new byte[0]);
        addClasses();
        for (Path jar : jars) {
            String name = jar.getFileName().toString();
            if (name.startsWith(LOADER)) {
                addContent(jar);
            } else if (name.endsWith(".jar")) {
                addStored(LIBRARIES + name, Files.readAllBytes(jar));
            }
        }
    }

    private void addClasses() throws IOException {
        Path home = ForkedJvm.homeOf(Host.class);
        String fixtures = Host.class.getPackageName().replace('.', '/') + '/';
        for (int end = 0; end >= 0; end = fixtures.indexOf('/', end + 1)) {
            addStored(
                    CLASSES + fixtures.substring(0, end == 0 ? 0 : end + 1),
                    new byte[0]); // for the scan of the package
        }
        try (Stream<Path> files = Files.list(home.resolve(fixtures))) {
            for (Path file : files.toList()) {
                addStored(CLASSES + fixtures + file.getFileName(), Files.readAllBytes(file));
            }
        }
    }

    /** The launcher's own classes lie where every jar's do. */
    private void addContent(Path loader) throws IOException {
        try (JarFile jar = new JarFile(loader.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class")) {
                    try (InputStream content = jar.getInputStream(entry)) {
                        addStored(entry.getName(), content.readAllBytes());
                    }
                }
            }
        }
    }

    /** Uncompressed, which nested jars have to be. */
    private void addStored(String name, byte[] content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}
