package org.latencyprobes.demo.fix.engine;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.artio.ArtioEngine;
import org.latencyprobes.demo.fix.engine.echo.EchoEngine;
import org.latencyprobes.demo.fix.engine.philadelphia.PhiladelphiaEngine;
import org.latencyprobes.demo.fix.engine.quickfixj.QuickFixEngine;

/** All engines, each in all its configurations. */
public final class Engines {

    /** How long a session may be silent while orders are unanswered. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private Engines() {}

    public static List<Engine> all() {
        return all(PATIENCE);
    }

    /** With another patience than usual. */
    public static List<Engine> all(Duration patience) {
        return Stream.of(
                        EchoEngine.all(patience),
                        QuickFixEngine.all(patience),
                        PhiladelphiaEngine.all(patience),
                        ArtioEngine.all(patience))
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Finds an engine by its name.
     *
     * @throws IllegalArgumentException if there is none; the message lists those that there are
     */
    public static Engine named(String name) {
        return named(name, PATIENCE);
    }

    /** The same, with another patience than usual. */
    public static Engine named(String name, Duration patience) {
        List<Engine> all = all(patience);
        return all.stream()
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + name + "; there are "
                        + all.stream().map(Engine::name).collect(Collectors.joining(", "))));
    }
}
