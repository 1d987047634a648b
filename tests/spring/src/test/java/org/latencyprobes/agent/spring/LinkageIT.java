package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.agent.spring.References.Reference;
import org.objectweb.asm.Type;

/** All that our classes call is there in each Spring Boot's libraries, the seldom used as well. */
final class LinkageIT {

    /** Classes of ours that are only reached where what they call is there. */
    private static final Set<String> GUARDED_IN_BOOT3 =
            Set.of("org/latencyprobes/micrometer/OtlpRequestCopy$Compression");

    @ParameterizedTest
    @EnumSource
    void everyReferenceOfOursResolves(Boot boot) throws IOException {
        List<Path> jars = boot.jars().toList();
        try (URLClassLoader libraries = new URLClassLoader(
                jars.stream().map(LinkageIT::url).toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Set<Reference> references = new TreeSet<>();
            for (Path jar : jars) {
                if (jar.getFileName().toString().startsWith("latency-probes-")) {
                    references.addAll(referencesIn(jar));
                }
            }
            assertThat(references).hasSizeGreaterThan(1000);
            references.removeIf(reference -> resolves(reference, libraries));
            assertThat(references.stream().map(Reference::from).distinct())
                    .as("%s", references)
                    .hasSameElementsAs(boot == Boot.BOOT3 ? GUARDED_IN_BOOT3 : Set.of());
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<Reference> referencesIn(Path file) throws IOException {
        Set<Reference> references = new TreeSet<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class")) {
                    try (InputStream classFile = jar.getInputStream(entry)) {
                        references.addAll(References.in(classFile));
                    }
                }
            }
        }
        return references;
    }

    private static boolean resolves(Reference reference, ClassLoader libraries) {
        try {
            Class<?> owner = Class.forName(reference.owner().replace('/', '.'), false, libraries);
            return reference.name().isEmpty() || lineOf(owner).anyMatch(type -> has(type, reference));

        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }

    /** The type and all that it inherits from. */
    private static Stream<Class<?>> lineOf(Class<?> type) {
        List<Class<?>> line = new ArrayList<>(List.of(type, Object.class));
        for (int i = 0; i < line.size(); i++) {
            line.addAll(List.of(line.get(i).getInterfaces()));
            if (line.get(i).getSuperclass() != null) {
                line.add(line.get(i).getSuperclass());
            }
        }
        return line.stream();
    }

    private static boolean has(Class<?> type, Reference wanted) {
        if (wanted.descriptor().startsWith("(")) {
            return wanted.name().equals("<init>")
                    ? Stream.of(type.getDeclaredConstructors())
                            .anyMatch(own -> Type.getConstructorDescriptor(own).equals(wanted.descriptor()))
                    : Stream.of(type.getDeclaredMethods())
                            .anyMatch(own -> own.getName().equals(wanted.name())
                                    && Type.getMethodDescriptor(own).equals(wanted.descriptor()));
        }
        return Stream.of(type.getDeclaredFields())
                .anyMatch(own -> own.getName().equals(wanted.name())
                        && Type.getDescriptor(own.getType()).equals(wanted.descriptor()));
    }
}
