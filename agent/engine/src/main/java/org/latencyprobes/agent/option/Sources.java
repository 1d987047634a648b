package org.latencyprobes.agent.option;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.latencyprobes.agent.base.TrustedFile;

/**
 * The raw option texts. A source wins over those after it: the agent argument, system properties, environment variables, the
 * properties file. Immutable.
 */
public final class Sources {

    private static final String PROPERTY = "latencyprobes.";
    private static final String VARIABLE = "LATENCYPROBES_";
    private static final String OF_VARIABLE = "environment variable ";

    /**
     * A raw value and where it stood.
     *
     * @param value as it was written
     * @param where in words
     */
    public record Given(String value, String where) {}

    /** By key, as all of these; by the agent argument, and by later ones. */
    private final Map<String, Given> byArgument = new LinkedHashMap<>();

    /** By the system properties and the environment that the JVM was started with. */
    private final Map<String, Given> byStart;

    /** Those of {@link #byStart} that are mistakes unless they are a backend's; empty where the start was looked at before. */
    private final Map<String, Given> doubtful = new LinkedHashMap<>();

    private final Map<String, Given> byFile = new LinkedHashMap<>();

    private final long readNanos = System.nanoTime();
    private final List<String> problems = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    /** Whether there is anything that is no option of ours, but may be one of a backend's. */
    private boolean hasOthers;

    private Sources(Map<String, Given> byStart) {
        this.byStart = byStart;
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
        Sources sources = new Sources(new LinkedHashMap<>());
        sources.readStart(system, environment);
        if (argument != null && !argument.isBlank()) {
            sources.readArgument(argument, "agent argument");
        }
        if (!sources.isEmpty()) {
            sources.readFile();
            sources.checkPassThrough();
        }
        return sources;
    }

    /** {@return when they were first read: for an agent that is there from the start, at the start of the JVM} */
    public long readNanos() {
        return readNanos;
    }

    /** {@return what may be mistakes: others set variables that happen to begin as ours do, as Kubernetes does for a service's name} */
    public List<String> remarks() {
        return remarks;
    }

    /** {@return whether no source says anything, right or wrong, as in most JVMs} */
    public boolean isEmpty() {
        return byArgument.isEmpty() && byStart.isEmpty() && problems.isEmpty();
    }

    /**
     * The same with other options asked for; those not named stay. The properties file is read again.
     *
     * @param argument as behind the jar's name on the command line; may be empty
     * @param where where that stood, in words
     * @return what all sources say now
     */
    public Sources with(String argument, String where) {
        Sources next = new Sources(byStart);
        next.hasOthers = hasOthers;
        next.byArgument.putAll(byArgument);
        next.readArgument(argument, where);
        next.readFile();
        next.checkPassThrough();
        return next;
    }

    private void readArgument(String text, String where) {
        AgentArgument argument = new AgentArgument(text);
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < argument.size(); i++) {
            int last = i;
            while (last + 1 < argument.size() && !argument.isOption(last + 1, argument.key(i))) {
                last++;
            }
            if (!argument.isOption(i, "")) {
                problems.add(OptionErrors.nameless(argument.raw(i, last).strip(), where));
            } else {
                String key = argument.key(i);
                Integer former = last > i ? null : seen.putIfAbsent(key, i);
                if (former != null
                        && !argument.value(former)
                                .strip()
                                .equals(argument.value(i).strip())) {
                    problems.add(OptionErrors.twice(key, argument.value(former), argument.value(i), where));
                } else if (last > i) {
                    problems.add(OptionErrors.cut(argument, i, last, where));
                }
                boolean isOfPatterns = key.equals(Option.PROBES.key()) || key.equals(Option.EXCLUDE.key());
                if (last == i || !isOfPatterns) { // half a pattern would be a second problem
                    put(byArgument, key, argument.value(i), where);
                }
            }
            i = last;
        }
    }

    private void put(Map<String, Given> given, String key, String value, String where) {
        boolean isOther = option(key) == null;
        if (isOther && key.indexOf('.') <= 0) {
            problems.add(OptionErrors.unknown(key, where, OptionErrors.nearest(key)));
        } else {
            hasOthers |= isOther;
            given.keySet()
                    .removeIf(former -> isOther && PassThroughOptions.areSame(former, key)); // as if it were spelt so
            given.put(key, new Given(value.strip(), where));
        }
    }

    /** Keys of backends that nobody asked for are mistakes, and so are those that are nearly one of ours. */
    private void checkPassThrough() {
        if (hasOthers) {
            String backends = given(Option.BACKENDS).value();
            Map<String, Given> unknown = new LinkedHashMap<>(byArgument);
            doubtful.forEach(unknown::putIfAbsent);
            unknown.putAll(byFile);
            unknown.keySet()
                    .removeIf(key -> option(key) != null
                            || PassThroughOptions.isOfAnyOf(backends, key) && !OptionErrors.isMisspelt(key));
            unknown.forEach((key, given) -> (given.where().startsWith(OF_VARIABLE) ? remarks : problems)
                    .add(OptionErrors.unknown(key, given.where(), OptionErrors.nearest(key))));
        }
    }

    /** Looks at names alone; most JVMs have none of them. */
    private void readStart(Properties system, Map<String, String> environment) {
        for (String name : system.stringPropertyNames()) {
            if (name.startsWith(PROPERTY)) {
                String key = name.substring(PROPERTY.length());
                putStarted(option(key), key, system.getProperty(name), "system property " + name);
            }
        }
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            if (name.startsWith(VARIABLE)) {
                String key = name.substring(VARIABLE.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '.');
                putStarted(optionOfVariable(name), key, variable.getValue(), OF_VARIABLE + name);
            }
        }
    }

    /** With an option or, where it is null, with what may be a backend's. */
    private void putStarted(Option option, String key, String value, String where) {
        Given given = new Given(value.strip(), where);
        byStart.putIfAbsent(option == null ? key : option.key(), given);
        boolean isUndotted = key.indexOf('.') < 0 && !where.startsWith(OF_VARIABLE); // which no backend's is
        hasOthers |= option == null;
        if (option == null && (isUndotted || OptionErrors.isLikeAnOption(key)) && !PassThroughOptions.isOfOthers(key)) {
            doubtful.put(key, given);
        }
    }

    private static Option optionOfVariable(String name) {
        for (Option option : Option.values()) {
            if (option.variable().equals(name)) {
                return option;
            }
        }
        return null;
    }

    static Option option(String key) {
        for (Option option : Option.values()) {
            if (option.key().equals(key)) {
                return option;
            }
        }
        return null;
    }

    /** {@return whether a properties file is one of the sources} */
    public boolean isFileGiven() {
        return !given(Option.CONFIG).value().equals(Option.CONFIG.standard());
    }

    private void readFile() {
        if (!isFileGiven()) {
            return;
        }
        Given config = given(Option.CONFIG);
        try {
            for (Path file : ConfigFiles.of(Path.of(config.value()))) {
                readFile(file);
            }
        } catch (IOException | RuntimeException e) { // no such path, no such file, a malformed escape
            String objection =
                    TrustedFile.objection(e); // asked there: each start would load the type of what is caught here
            problems.add(
                    objection == null
                            ? message(Option.CONFIG, config) + " (" + e + ")"
                            : "option config (" + config.where() + "): " + objection);
        }
    }

    private void readFile(Path path) throws IOException {
        Properties file = new Properties();
        file.load(new StringReader(StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(TrustedFile.read(path)))
                .toString()));
        for (String key : file.stringPropertyNames()) {
            put(byFile, key, file.getProperty(key), "file " + path);
        }
    }

    static String message(Option option, Given given) {
        return "option " + option.key()
                + (given.value().isEmpty()
                        ? " (" + given.where() + ") has no value; it takes "
                        : ": \"" + shown(option, given) + "\" (" + given.where() + ") is not allowed; it takes ")
                + option.allowed();
    }

    /**
     * What an option is set to, and where.
     *
     * @param option any
     * @return the value of the first source that has it, or the default
     */
    public Given given(Option option) {
        Given given = byArgument.getOrDefault(option.key(), byStart.get(option.key()));
        if (given == null && option != Option.CONFIG) { // a file cannot name another
            given = byFile.get(option.key());
        }
        return given == null ? new Given(option.standard(), "default") : given;
    }

    /**
     * What an option is set to, fit for being shown.
     *
     * @param option any
     * @return the value, or what stands for it if it is a secret
     */
    public String shown(Option option) {
        return shown(option, given(option));
    }

    private static String shown(Option option, Given given) {
        return option.isOfBackends() && !given.value().equals(option.standard())
                ? Secrets.shown(option.key(), given.value())
                : given.value();
    }

    /** {@return options of backends that are passed on as they are, by key, of which the first source wins; empty as a rule} */
    public Map<String, Given> passThrough() {
        Map<String, Given> all = new LinkedHashMap<>();
        if (hasOthers) {
            String backends = given(Option.BACKENDS).value();
            List.of(byArgument, byStart, byFile)
                    .forEach(source -> source.forEach((key, given) -> {
                        if (option(key) == null
                                && PassThroughOptions.isOfAnyOf(backends, key)
                                && all.keySet().stream()
                                        .noneMatch(present -> PassThroughOptions.areSame(present, key))) {
                            all.put(key, given);
                        }
                    }));
        }
        return all;
    }

    /** Whether anything about backends is asked for at all. */
    boolean isBackendOptionGiven() {
        for (Option option : Option.values()) {
            if (option.isOfBackends() && !given(option).where().equals("default")) {
                return true;
            }
        }
        return !passThrough().isEmpty();
    }

    List<String> problems() {
        return problems;
    }
}
