package org.latencyprobes.agent.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A maker of jars and class folders from single classes. */
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

    /** The files of a jar by name, in their order, without folders. Closes the stream. */
    public static Map<String, byte[]> filesIn(InputStream jar) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipInputStream content = new ZipInputStream(jar)) {
            for (ZipEntry file = content.getNextEntry(); file != null; file = content.getNextEntry()) {
                if (!file.isDirectory()) {
                    files.put(file.getName(), content.readAllBytes());
                }
            }
        }
        return files;
    }

    /** A jar of these files, none of them compressed. */
    public static byte[] jarOf(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (ZipOutputStream content = new ZipOutputStream(jar)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                CRC32 crc = new CRC32();
                crc.update(file.getValue());
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(file.getValue().length);
                entry.setCrc(crc.getValue());
                content.putNextEntry(entry);
                content.write(file.getValue());
                content.closeEntry();
            }
        }
        return jar.toByteArray();
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
