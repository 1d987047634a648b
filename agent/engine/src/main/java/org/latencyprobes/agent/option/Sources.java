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
 * Collects raw option texts. A source wins over those after it: the agent argument, system properties, environment variables, the
 * properties file.
 */
final class Sources {

    /** A raw value and where it stood. */
    record Given(String value, String where) {}

    private final Map<Option, Given> given = new EnumMap<>(Option.class);
    private final List<String> problems = new ArrayList<>();
    private final Properties system;
    private final Map<String, String> environment;

    Sources(Properties system, Map<String, String> environment) {
        this.system = system;
        this.environment = environment;
    }

    void read(String argument) {
        readArgument(argument == null ? "" : argument);
        for (Option option : Option.values()) {
            put(option, system.getProperty(option.property()), "system property " + option.property());
            put(option, environment.get(option.variable()), "environment variable " + option.variable());
        }
        Given config = given.get(Option.CONFIG);
        if (config != null && !config.value().equals(Option.CONFIG.standard())) {
            readFile(config);
        }
    }

    private void put(Option option, String value, String where) {
        if (value != null) {
            given.putIfAbsent(option, new Given(value.strip(), where));
        }
    }

    private void readArgument(String argument) {
        for (String part : split(argument)) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part : part.substring(0, equals);
            put(key.strip(), equals < 0 ? "" : part.substring(equals + 1), "agent argument");
        }
    }

    private void put(String key, String value, String where) {
        Option option = option(key);
        if (option == null) {
            problems.add("unknown option \"" + key + "\" (" + where + "); allowed are " + keys());
        } else {
            put(option, value, where);
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

    private void readFile(Given config) {
        Properties file = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(config.value()))) {
            file.load(reader);
        } catch (IOException | RuntimeException e) { // no such path, no such file, a malformed escape
            problems.add(message(Option.CONFIG, config) + " (" + e + ")");
            return;
        }
        for (String key : file.stringPropertyNames()) {
            put(key, file.getProperty(key), "file " + config.value());
        }
    }

    static String message(Option option, Given given) {
        return "option " + option.key() + ": \"" + given.value() + "\" (" + given.where()
                + ") is not allowed; it takes " + option.allowed();
    }

    Given given(Option option) {
        return given.getOrDefault(option, new Given(option.standard(), "default"));
    }

    List<String> problems() {
        return problems;
    }
}
