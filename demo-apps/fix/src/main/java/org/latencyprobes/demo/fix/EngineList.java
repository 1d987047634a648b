package org.latencyprobes.demo.fix;

import java.util.List;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.registry.Engines;

/** The engines that the command line knows. */
final class EngineList {

    /** The number of CPUs from which the two sides of an engine and the generator can all spin. */
    private static final int CPUS_FOR_SPINNING = 4;

    /** One engine of each kind, blocking ones where CPUs are few. */
    private static final List<String> FEW_CPUS = List.of("echo", "quickfixj", "philadelphia-blocking", "artio");

    private static final List<String> MANY_CPUS =
            List.of("echo", "echo-spinning", "quickfixj", "philadelphia-spinning", "artio");

    private EngineList() {}

    /** The engines that are measured unless others are named. */
    static List<Engine> usual(boolean full) {
        if (full) {
            return Engines.all().stream()
                    .filter(engine -> !engine.name().contains("as-published"))
                    .toList();
        }
        List<String> names = hasCpusForSpinning() ? MANY_CPUS : FEW_CPUS;
        return Engines.all().stream()
                .filter(engine -> names.contains(engine.name()))
                .toList();
    }

    static boolean hasCpusForSpinning() {
        return Runtime.getRuntime().availableProcessors() >= CPUS_FOR_SPINNING;
    }

    /** A converter for the name of one engine, or all. */
    static final class EngineNames extends NameOrAll<Engine> {
        EngineNames() {
            super("engine", Engines.all(), Engine::name);
        }
    }
}
