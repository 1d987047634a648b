package org.latencyprobes.agent.compatibility;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** A runtime jar of another version: internal names differ and, if asked for, the hub's protocol number. */
final class ChangedRuntime extends Remapper {

    private static final String COUNTS = "org/latencyprobes/internal/counts/Counts";
    private static final String STRIPES = "org/latencyprobes/internal/counts/Stripes";

    private final boolean otherProtocol;
    private int renamed;
    private int renumbered;

    private ChangedRuntime(boolean otherProtocol) {
        super(org.objectweb.asm.Opcodes.ASM9);
        this.otherProtocol = otherProtocol;
    }

    /** Writes the changed jar. */
    static Path of(Path runtime, Path target, boolean otherProtocol) throws IOException {
        ChangedRuntime change = new ChangedRuntime(otherProtocol);
        try (JarFile from = new JarFile(runtime.toFile());
                JarOutputStream to = new JarOutputStream(Files.newOutputStream(target))) {
            List<JarEntry> classes = from.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .toList();
            for (JarEntry entry : classes) {
                change.copy(from, entry, to);
            }
        }
        if (change.renamed == 0 || otherProtocol && change.renumbered == 0) {
            throw new IllegalStateException("nothing left to change in " + runtime);
        }
        return target;
    }

    private void copy(JarFile from, JarEntry entry, JarOutputStream to) throws IOException {
        ClassWriter writer = new ClassWriter(0);
        try (InputStream content = from.getInputStream(entry)) {
            new ClassReader(content).accept(new ClassRemapper(writer, this), 0);
        }
        String name = entry.getName().replace(".class", "");
        to.putNextEntry(new JarEntry(map(name) + ".class"));
        to.write(writer.toByteArray());
        to.closeEntry();
    }

    @Override
    public String map(String internalName) {
        return internalName.replace(STRIPES, STRIPES + "Otherwise");
    }

    @Override
    public String mapMethodName(String owner, String name, String descriptor) {
        if (owner.equals(COUNTS) && name.equals("snapshot")) {
            renamed++;
            return "picture";
        }
        return name;
    }

    @Override
    public Object mapValue(Object value) {
        if (otherProtocol && value instanceof String text) {
            String changed =
                    text.replace("latency-probes-1", "latency-probes-2").replace("protocol=1", "protocol=2");
            renumbered += changed.equals(text) ? 0 : 1;
            return changed;
        }
        return super.mapValue(value);
    }
}
