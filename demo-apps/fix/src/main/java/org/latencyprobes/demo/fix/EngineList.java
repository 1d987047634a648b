package org.latencyprobes.demo.fix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.Engines;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Engines on the command line. */
final class EngineList {

    /** Stands for all there are. */
    static final String ALL = "all";

    /** From this many CPUs on, the two sides of an engine and the generator can all spin. */
    private static final int CPUS_FOR_SPINNING = 4;

    /** One of each kind: blocking ones where CPUs are few. */
    private static final List<String> FEW_CPUS = List.of("echo", "quickfixj", "philadelphia-blocking", "artio");

    private static final List<String> MANY_CPUS =
            List.of("echo", "echo-spinning", "quickfixj", "philadelphia-spinning", "artio");

    private EngineList() {}

    /** Those that are measured unless others are asked for. */
    static List<Engine> usual(boolean full) {
        if (full) {
            return Engines.all();
        }
        List<String> names = hasCpusForSpinning() ? MANY_CPUS : FEW_CPUS;
        return Engines.all().stream()
                .filter(engine -> names.contains(engine.name()))
                .toList();
    }

    static boolean hasCpusForSpinning() {
        return Runtime.getRuntime().availableProcessors() >= CPUS_FOR_SPINNING;
    }

    /** Each of them once, in their order. */
    static List<Engine> distinct(List<Named> lists) {
        Map<String, Engine> engines = new LinkedHashMap<>();
        lists.forEach(named -> named.engines().forEach(engine -> engines.putIfAbsent(engine.name(), engine)));
        return List.copyOf(engines.values());
    }

    static Engine one(String name) {
        try {
            return Engines.named(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** What one name stands for. */
    record Named(List<Engine> engines) {}

    /** One engine, or all. */
    static final class Names implements ITypeConverter<Named> {
        @Override
        public Named convert(String text) {
            return new Named(text.equals(ALL) ? Engines.all() : List.of(one(text)));
        }
    }
}
