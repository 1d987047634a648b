package org.latencyprobes.agent.option;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The raw option texts. A source wins over those after it: the agent argument, system properties, environment variables, the
 * properties file. Immutable.
 */
public final class Sources {

    /**
     * A raw value and where it stood.
     *
     * @param value as it was written
     * @param where in words
     */
    public record Given(String value, String where) {}

    /** By the agent argument, and by later ones. */
    private final Map<Option, Given> asked = new EnumMap<>(Option.class);

    /** By the system properties and the environment that the JVM was started with. */
    private final Map<Option, Given> started;

    private final Map<Option, Given> filed = new EnumMap<>(Option.class);
    private final List<String> problems = new ArrayList<>();

    private Sources(Map<Option, Given> started) {
        this.started = started;
    }

    /**
     * Reads all sources of this JVM.
     *
     * @param argument what stands behind the jar's name on the command line, or null
     * @return what they say, and what is wrong with them
     */
    public static Sources of(String argument) {
        return of(argument, System.getProperties(), System.getenv());
    }

    static Sources of(String argument, Properties system, Map<String, String> environment) {
        Map<Option, Given> started = new EnumMap<>(Option.class);
        for (Option option : Option.values()) {
            put(started, option, system.getProperty(option.property()), "system property " + option.property());
            put(started, option, environment.get(option.variable()), "environment variable " + option.variable());
        }
        Sources sources = new Sources(started);
        sources.readArgument(argument == null ? "" : argument, "agent argument");
        sources.readFile();
        return sources;
    }

    /**
     * The same with other options asked for; those not named stay. The properties file is read again.
     *
     * @param argument as behind the jar's name on the command line; may be empty
     * @param where where that stood, in words
     * @return what all sources say now
     */
    public Sources with(String argument, String where) {
        Sources next = new Sources(started);
        next.readArgument(argument, where);
        for (Map.Entry<Option, Given> former : asked.entrySet()) {
            next.asked.putIfAbsent(former.getKey(), former.getValue());
        }
        next.readFile();
        return next;
    }

    private static void put(Map<Option, Given> given, Option option, String value, String where) {
        if (value != null) {
            given.putIfAbsent(option, new Given(value.strip(), where));
        }
    }

    private void readArgument(String argument, String where) {
        for (String part : split(argument)) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part : part.substring(0, equals);
            put(asked, key.strip(), equals < 0 ? "" : part.substring(equals + 1), where);
        }
    }

    private void put(Map<Option, Given> given, String key, String value, String where) {
        Option option = option(key);
        if (option == null) {
            problems.add("unknown option \"" + key + "\" (" + where + "); allowed are " + keys());
        } else {
            put(given, option, value, where);
        }
    }

    /** At commas, but not at those between double quotes; the quotes go. */
    private static List<String> split(String argument) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < argument.length(); i++) {
            char c = argument.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                addUnlessBlank(parts, part);
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        addUnlessBlank(parts, part);
        return parts;
    }

    private static void addUnlessBlank(List<String> parts, StringBuilder part) {
        if (!part.toString().isBlank()) {
            parts.add(part.toString());
        }
    }

    private static Option option(String key) {
        for (Option option : Option.values()) {
            if (option.key().equals(key)) {
                return option;
            }
        }
        return null;
    }

    private static String keys() {
        List<String> keys = new ArrayList<>();
        for (Option option : Option.values()) {
            keys.add(option.key());
        }
        return String.join(", ", keys);
    }

    /**
     * Whether a properties file is one of the sources.
     *
     * @return true if one is named
     */
    public boolean isFileGiven() {
        return !given(Option.CONFIG).value().equals(Option.CONFIG.standard());
    }

    private void readFile() {
        if (!isFileGiven()) {
            return;
        }
        Given config = given(Option.CONFIG);
        Properties file = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(config.value()))) {
            file.load(reader);
        } catch (IOException | RuntimeException e) { // no such path, no such file, a malformed escape
            problems.add(message(Option.CONFIG, config) + " (" + e + ")");
            return;
        }
        for (String key : file.stringPropertyNames()) {
            put(filed, key, file.getProperty(key), "file " + config.value());
        }
    }

    static String message(Option option, Given given) {
        return "option " + option.key() + ": \"" + given.value() + "\" (" + given.where()
                + ") is not allowed; it takes " + option.allowed();
    }

    /**
     * What an option is set to, and where.
     *
     * @param option any
     * @return the value of the first source that has it, or the default
     */
    public Given given(Option option) {
        Given given = asked.get(option);
        if (given == null) {
            given = started.get(option);
        }
        if (given == null && option != Option.CONFIG) { // a file cannot name another
            given = filed.get(option);
        }
        return given == null ? new Given(option.standard(), "default") : given;
    }

    List<String> problems() {
        return problems;
    }
}
