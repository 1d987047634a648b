package org.latencyprobes.agent.compatibility;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A library whose own tests run with every method probed. They are the lines of {@code probed.libraries} in the root POM; what a line does
 * not say, the library's jars and its own POM do.
 *
 * @param coordinates of Maven: group, artifact, version
 * @param slowTests a regular expression of its test classes that are too slow for every build, or fail on a busy machine
 */
record Library(String coordinates, String slowTests) {

    private static final String NONE = "-";
    private static final List<String> BODIES = List.of("*", "new", "lambda$*");

    static List<Library> all() {
        return Stream.of(System.getProperty("probed.libraries").split("\\s+"))
                .filter(line -> !line.isEmpty())
                .map(line -> line.split("!"))
                .map(parts -> new Library(parts[0], parts.length > 1 ? parts[1] : NONE))
                .toList();
    }

    /** Those of whose tests none is named as slow, or as failing on a busy machine. */
    static List<Library> quick() {
        return all().stream().filter(library -> library.slowTests.equals(NONE)).toList();
    }

    static List<Library> others() {
        return all().stream().filter(library -> !library.slowTests.equals(NONE)).toList();
    }

    /** Which of its test classes are left out of this run. */
    String leftOut() {
        return Boolean.getBoolean("probed.libraries.slow") ? NONE : slowTests;
    }

    String name() {
        return coordinates.split(":")[1];
    }

    String version() {
        return coordinates.split(":")[2];
    }

    /** Matches methods, constructors and bodies of lambdas of all packages, those of the tests below them included. */
    static String patterns(Path jar) {
        Set<String> packages = ClassesOf.jar(jar).keySet().stream()
                .map(className -> className.substring(0, className.lastIndexOf('.')))
                .collect(Collectors.toSet());
        return packages.stream()
                .filter(candidate -> packages.stream().noneMatch(other -> candidate.startsWith(other + '.')))
                .sorted()
                .flatMap(root -> BODIES.stream().map(body -> root + "..*#" + body + " with accessors"))
                .collect(Collectors.joining(";"));
    }

    /** As the name of a test. */
    @Override
    public String toString() {
        return coordinates;
    }
}
