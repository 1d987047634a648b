package org.latencyprobes.agent.select;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a pattern would select, without weaving anything. */
public final class DryRun {

    private static final String CLASS = ".class";

    private final MethodPattern pattern;
    private final Rulebook rules;

    /**
     * Prepares one.
     *
     * @param pattern which methods
     * @param excludes patterns of methods that are never probed
     */
    public DryRun(MethodPattern pattern, List<MethodPattern> excludes) {
        this.pattern = pattern;
        this.rules = Rulebook.of(new Selection(List.of(pattern), excludes, List.of(), Integer.MAX_VALUE));
    }

    /**
     * Looks at every class of a jar or folder.
     *
     * @param jarOrFolder where the class files are
     * @param pattern which methods
     * @return one for each match, those that would be refused included
     * @throws IOException if it cannot be read
     */
    public static List<Explanation> in(Path jarOrFolder, MethodPattern pattern) throws IOException {
        DryRun dryRun = new DryRun(pattern, List.of());
        if (Files.isDirectory(jarOrFolder)) {
            return dryRun.inFolder(jarOrFolder);
        }
        try (FileSystem jar = FileSystems.newFileSystem(jarOrFolder)) {
            return dryRun.inFolder(jar.getPath("/"));
        }
    }

    private List<Explanation> inFolder(Path folder) throws IOException {
        List<Path> classFiles;
        try (Stream<Path> files = Files.walk(folder)) {
            classFiles = files.filter(file -> file.toString().endsWith(CLASS))
                    .sorted()
                    .toList();
        }
        List<Explanation> matches = new ArrayList<>();
        for (Path file : classFiles) {
            String path = folder.relativize(file).toString();
            String className = path.substring(0, path.length() - CLASS.length())
                    .replace('/', '.')
                    .replace('\\', '.');
            if (!className.startsWith("META-INF.") && pattern.selectsType(className)) {
                matches.addAll(in(Files.readAllBytes(file), ""));
            }
        }
        return matches;
    }

    /**
     * Looks at one class.
     *
     * @param classFile its bytes
     * @param loader its class loader, as people tell it
     * @return one for each match, those that would be refused included
     */
    public List<Explanation> in(byte[] classFile, String loader) {
        List<Explanation> matches = new ArrayList<>();
        for (Explanation method : Explainer.wouldBe(classFile, rules, pattern, loader)) {
            if (!method.rule().isEmpty()) {
                matches.add(method);
            }
        }
        return matches;
    }
}
