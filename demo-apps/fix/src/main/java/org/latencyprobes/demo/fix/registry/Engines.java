package org.latencyprobes.demo.fix.registry;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.echo.EchoEngine;
import org.latencyprobes.demo.fix.engine.philadelphia.PhiladelphiaEngine;
import org.latencyprobes.demo.fix.engine.quickfixj.QuickFixEngine;

/** All engines, each in all its configurations. */
public final class Engines {

    private static final List<Engine> ALL = Stream.concat(
                    Stream.of(new EchoEngine(), new PhiladelphiaEngine(false), new PhiladelphiaEngine(true)),
                    QuickFixEngine.all())
            .toList();

    private Engines() {}

    public static List<Engine> all() {
        return ALL;
    }

    /**
     * Finds an engine by its name.
     *
     * @throws IllegalArgumentException if there is none; the message lists those that there are
     */
    public static Engine named(String name) {
        return ALL.stream()
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + name + "; there are "
                        + ALL.stream().map(Engine::name).collect(Collectors.joining(", "))));
    }
}
