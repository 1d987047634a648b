package org.latencyprobes.agent.weave;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.pattern.JdkClasses;
import org.latencyprobes.agent.select.PatternSuggestion;

/** The classes that are loaded now, by name; of those of one name in several loaders, one. For one thread. */
final class LoadedNames implements PatternSuggestion.Classes {

    /** For so many classes without a class file the JVM is asked for the bytes: each time stops the application. */
    private static final int MOST_MADE = 2;

    private final Map<String, Class<?>> types = new HashMap<>();

    /** The bytes of some of these classes; null where they can't be had. */
    private final Map<Class<?>, byte[]> made = new HashMap<>();

    private final LoadedClasses loaded;
    private final CompiledCode compiledCode;
    private final ClassBytes bytes;

    LoadedNames(LoadedClasses loaded, ClassBytes bytes, CompiledCode compiledCode) {
        this.compiledCode = compiledCode;
        this.loaded = loaded;
        this.bytes = bytes;
        for (Class<?> type : loaded.that(any -> true)) {
            types.putIfAbsent(type.getName(), type);
        }
    }

    @Override
    public String kind() {
        return "loaded class";
    }

    @Override
    public Collection<String> names() {
        return types.keySet();
    }

    /** Without those of the JDK's that never are. */
    Collection<String> probeable() {
        return types.entrySet().stream()
                .filter(type ->
                        !Loaders.isJdk(type.getValue().getClassLoader()) || JdkClasses.refusal(type.getKey()) == null)
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public String implementing(String className) {
        return loaded.implementing(types.get(className));
    }

    @Override
    public String unreadable() {
        if (!compiledCode.isAtStake()) {
            return "only the JVM has the bytes of such classes, and it was not asked for those of so many";
        }
        return compiledCode.isKept() && compiledCode.question() == null
                ? "this JVM gives the bytes of such classes only if its compiled code is discarded, and "
                        + compiledCode.kept()
                : "this JVM gives the bytes of such classes only if its compiled code is discarded, once: the command"
                        + " probe does that where a pattern has the class without *, or with --future";
    }

    @Override
    public byte[] classFile(String className) {
        Class<?> type = types.get(className);
        byte[] resource = ClassBytes.resource(type.getClassLoader(), className);
        if (resource == null && made.size() < MOST_MADE && !made.containsKey(type)) {
            made.put(type, bytes.present(List.of(type)).get(type));
        }
        return resource != null ? resource : made.get(type);
    }
}
