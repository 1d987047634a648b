package org.latencyprobes.demo.fix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A converter for names on the command line: one of several things, or {@code all} of them.
 *
 * @param <T> what has names; one name always gives the same object
 */
abstract class NameOrAll<T> implements ITypeConverter<List<T>> {

    private static final String ALL = "all";

    private final String kind;
    private final Map<String, T> all = new LinkedHashMap<>();

    NameOrAll(String kind, List<T> all, Function<T, String> name) {
        this.kind = kind;
        all.forEach(each -> this.all.put(name.apply(each), each));
    }

    @Override
    public final List<T> convert(String text) {
        if (text.equals(ALL)) {
            return List.copyOf(all.values());
        }
        if (all.containsKey(text)) {
            return List.of(all.get(text));
        }
        throw new TypeConversionException(
                "'" + text + "' is no " + kind + "; allowed are " + String.join(", ", all.keySet()) + " and " + ALL);
    }
}
