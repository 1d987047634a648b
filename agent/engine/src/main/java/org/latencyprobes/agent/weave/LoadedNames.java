package org.latencyprobes.agent.weave;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.PatternSuggestion;

/** The classes that are loaded now, by name; of those of one name in several loaders, one. For one thread. */
final class LoadedNames implements PatternSuggestion.Classes {

    private final Map<String, Class<?>> types = new HashMap<>();
    private final ClassBytes bytes;

    LoadedNames(LoadedClasses loaded, ClassBytes bytes) {
        this.bytes = bytes;
        for (Class<?> type : loaded.that(any -> true)) {
            types.putIfAbsent(type.getName(), type);
        }
    }

    /** Why a pattern selects nothing among them, and what may have been meant, in one sentence. */
    String nearMiss(MethodPattern pattern, List<MethodPattern> excludes) {
        return PatternSuggestion.of(pattern, excludes, this);
    }

    @Override
    public String kind() {
        return "loaded class";
    }

    @Override
    public Collection<String> names() {
        return types.keySet();
    }

    @Override
    public byte[] classFile(String className) {
        Class<?> type = types.get(className);
        return bytes.of(List.of(type)).get(type);
    }
}
