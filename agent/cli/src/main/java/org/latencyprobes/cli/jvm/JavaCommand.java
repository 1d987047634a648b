package org.latencyprobes.cli.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The command line that a JVM was started with, as far as it can be read. Immutable. */
final class JavaCommand {

    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--patch-module",
            "--enable-native-access",
            "--source");

    /** Variables with more flags. */
    static final Set<String> OPTION_VARIABLES = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private final List<String> words;
    private final List<String> environment;
    private final List<String> flags = new ArrayList<>();

    /**
     * Keeps the words and the flags.
     *
     * @param words the program and its arguments
     * @param environment {@code NAME=value} each
     */
    JavaCommand(List<String> words, List<String> environment) {
        this.words = words;
        this.environment = environment;
        for (String variable : environment) {
            int equals = variable.indexOf('=');
            if (equals > 0 && OPTION_VARIABLES.contains(variable.substring(0, equals))) {
                flags.addAll(List.of(variable.substring(equals + 1).split("\\s+")));
            }
        }
        flags.addAll(words);
    }

    /** A variable of its environment; null where there is none, or it cannot be read. */
    String variable(String name) {
        for (String variable : environment) {
            if (variable.startsWith(name + '=')) {
                return variable.substring(name.length() + 1);
            }
        }
        return null;
    }

    /** Whether the program is called {@code java}. */
    boolean isJava() {
        return !words.isEmpty() && fileName(words.get(0)).equals("java");
    }

    /** The main class or module, or the jar's file name; the program's name if it is not {@code java}. */
    String main() {
        if (!isJava()) {
            return words.isEmpty() ? "" : fileName(words.get(0));
        }
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-jar") || word.equals("-m") || word.equals("--module")) {
                return i + 1 < words.size() ? fileNameOfJar(words.get(i + 1)) : "";
            }
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return word;
            }
        }
        return "";
    }

    /** Whether a {@code -XX} flag is set to that value. The last setting counts. Option files are not read. */
    boolean isSet(String flag, boolean on) {
        return flags.lastIndexOf("-XX:" + (on ? '+' : '-') + flag)
                > flags.lastIndexOf("-XX:" + (on ? '-' : '+') + flag);
    }

    private static String fileNameOfJar(String word) {
        return word.endsWith(".jar") ? fileName(word) : word;
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
