package org.latencyprobes.agent.select;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.latencyprobes.agent.classfile.ClassOutline;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.annotation.ProbeAnnotations;

/**
 * The class files in a folder or jar and in the jars in it, such as the libraries in an application's own jar. For one thread.
 */
public final class ClassArchive implements PatternSuggestion.Classes, Closeable {

    private static final String CLASS = ".class";
    private static final List<String> JARS = List.of(".jar", ".war", ".ear");
    private static final List<String> ROOTS = List.of("BOOT-INF/classes/", "WEB-INF/classes/");
    private static final String NOT_LOADED = "META-INF/";
    private static final int DEEPEST_JAR = 3;

    /** The place of a class file: a path in a file system that is open, and the jar as people call it. */
    private record Place(Path file, String jar) {}

    private final Map<String, List<Place>> places = new TreeMap<>();
    private final List<FileSystem> open = new ArrayList<>();
    private int jars;

    private ClassArchive() {}

    /**
     * Finds them.
     *
     * @param path a folder or a jar
     * @return what is there, to be closed
     * @throws IOException if the path or a jar in it cannot be read; its name is in the message
     */
    public static ClassArchive in(Path path) throws IOException {
        ClassArchive found = new ClassArchive();
        try {
            if (Files.isDirectory(path)) {
                found.folder(path, "", 0);
            } else {
                found.jar(path, "", 1);
            }
            return found;
        } catch (IOException | RuntimeException e) {
            found.close();
            throw e;
        }
    }

    private void jar(Path path, String name, int depth) throws IOException {
        FileSystem jar = opened(path, name);
        open.add(jar);
        jars++;
        folder(jar.getPath("/"), name, depth);
    }

    private static FileSystem opened(Path path, String name) throws IOException {
        try {
            return FileSystems.newFileSystem(path);
        } catch (ProviderNotFoundException e) {
            throw new IOException((name.isEmpty() ? "it" : name) + " is no archive", e);
        } catch (IOException e) {
            throw new IOException((name.isEmpty() ? "" : name + ": ") + e.getMessage(), e);
        }
    }

    private void folder(Path folder, String jar, int depth) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString().replace('\\', '/');
            if (name.endsWith(CLASS)) {
                add(name, file, jar);
            } else if (depth < DEEPEST_JAR && JARS.stream().anyMatch(name::endsWith) && Files.isRegularFile(file)) {
                jar(file, jar.isEmpty() ? name : jar + '!' + name, depth + 1);
            }
        }
    }

    private void add(String name, Path file, String jar) {
        String path = name.substring(0, name.length() - CLASS.length());
        for (String root : ROOTS) {
            path = path.startsWith(root) ? path.substring(root.length()) : path;
        }
        if (!path.startsWith(NOT_LOADED)) {
            places.computeIfAbsent(path.replace('/', '.'), key -> new ArrayList<>())
                    .add(new Place(file, jar));
        }
    }

    /**
     * What a pattern would select among them.
     *
     * @param pattern which methods
     * @return the matches, those that would be refused included; the loader is the jar within what was looked through
     * @throws IOException if a class file cannot be read
     */
    public MatchedMethods matches(MethodPattern pattern) throws IOException {
        SelectionRules rules = SelectionRules.of(Selection.NONE);
        DryRun dryRun = new DryRun(rules, pattern, List.of());
        MatchedMethods matches = new MatchedMethods();
        Set<String> learnt = new HashSet<>();
        for (Map.Entry<String, List<Place>> entry : places.entrySet()) {
            if (pattern.selectsType(entry.getKey())) {
                for (Place place : entry.getValue()) {
                    byte[] classFile = Files.readAllBytes(place.file());
                    learnAnnotations(classFile, rules);
                    learnParents(classFile, rules, learnt);
                    matches.add(dryRun.in(classFile, place.jar()));
                }
            }
        }
        return matches;
    }

    /** What a class inherits of annotations, from those of its parents that are there. */
    private void learnParents(byte[] classFile, SelectionRules rules, Set<String> learnt) {
        for (String parent : ClassOutline.of(classFile).parents()) {
            String name = parent.replace('/', '.');
            byte[] file = places.containsKey(name) && learnt.add(name) ? classFile(name) : null;
            if (file != null) {
                learn(file, rules, learnt);
            }
        }
    }

    /** Which of a class's annotations are themselves annotated, where their types are there. */
    private void learnAnnotations(byte[] classFile, SelectionRules rules) {
        List<String> unknown = new ArrayList<>();
        rules.mayBeMarked(classFile, unknown);
        for (String descriptor : unknown) {
            String name = ProbeAnnotations.typeName(descriptor);
            try {
                rules.learnAnnotation(descriptor, places.containsKey(name) ? classFile(name) : null);
            } catch (RuntimeException malformed) {
                rules.learnAnnotation(descriptor, null);
            }
        }
    }

    private void learn(byte[] classFile, SelectionRules rules, Set<String> learnt) {
        try {
            learnAnnotations(classFile, rules);
            learnParents(classFile, rules, learnt);
            ClassDecision.on(classFile, rules, ProbedMethods.NOTHING);
        } catch (RuntimeException malformed) {
            return; // with nothing that could be inherited
        }
    }

    /**
     * How many jars were looked into.
     *
     * @return the number, those within others included
     */
    public int jars() {
        return jars;
    }

    @Override
    public String kind() {
        return "class there";
    }

    @Override
    public Collection<String> names() {
        return places.keySet();
    }

    @Override
    public byte[] classFile(String className) {
        try {
            return Files.readAllBytes(places.get(className).get(0).file());
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }
}
