package org.latencyprobes.agent.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Makes jars and class folders of single classes. */
public final class Jars {

    private Jars() {}

    /** A jar of these classes with these manifest attributes. */
    public static Path jar(Path file, Map<String, String> attributes, Class<?>... types) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
        try (OutputStream content = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(content, manifest)) {
            for (Class<?> type : types) {
                jar.putNextEntry(new ZipEntry(entryOf(type)));
                jar.write(bytesOf(type));
                jar.closeEntry();
            }
        }
        return file;
    }

    /** A folder that holds this class file at the place of its name. */
    public static Path folder(Path folder, String className, byte[] classFile) throws IOException {
        Path file = folder.resolve(className.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, classFile);
        return folder;
    }

    public static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream content = type.getResourceAsStream('/' + entryOf(type))) {
            return content.readAllBytes();
        }
    }

    private static String entryOf(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }
}
