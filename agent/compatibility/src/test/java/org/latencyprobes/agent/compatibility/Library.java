package org.latencyprobes.agent.compatibility;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Libraries whose own tests run with every method probed. To have another, add a constant here and its two jars to the class path in
 * {@code libraries/pom.xml}.
 */
enum Library {
    COMMONS_LANG3(
            "commons-lang3",
            "org.apache.commons.lang3",
            10_000,
            // minutes of every time zone in every locale, and of sleeping
            "FastDateParser_TimeZoneStrategyTest|FastDateParserTest|Java15BugFastDateParserTest|LockingVisitorsTest",
            List.of("java.lang.reflect", "java.lang", "java.util"));

    private static final String OPEN = "--add-opens=java.base/%s=ALL-UNNAMED";

    private final String artifact;
    private final String rootPackage;
    private final int leastMethods;
    private final String leftOut;
    private final List<String> opened;

    Library(String artifact, String rootPackage, int leastMethods, String leftOut, List<String> opened) {
        this.artifact = artifact;
        this.rootPackage = rootPackage;
        this.leastMethods = leastMethods;
        this.leftOut = leftOut;
        this.opened = opened;
    }

    /** Methods, constructors and bodies of lambdas. */
    String patterns() {
        String all = rootPackage + "..*#";
        return all + "*; " + all + "new; " + all + "lambda$*";
    }

    /** How many methods there are to weave, roughly. */
    int leastMethods() {
        return leastMethods;
    }

    /** Which of its test classes are too slow for every build. */
    String leftOut() {
        return ".*\\.(" + leftOut + ")";
    }

    /** The packages of the JDK that its own build opens to its tests. */
    String[] flags() {
        return opened.stream().map(OPEN::formatted).toArray(String[]::new);
    }

    /** The jar of its tests. */
    Path tests() {
        String file = artifact + '-' + Environment.version(artifact) + "-tests.jar";
        return Stream.of(Environment.classPath("libraries"))
                .filter(path -> path.endsWith(file))
                .findFirst()
                .orElseThrow();
    }

    Finding finding() {
        return Finding.valueOf(name());
    }
}
