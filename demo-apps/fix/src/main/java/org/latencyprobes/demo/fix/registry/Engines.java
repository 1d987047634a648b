package org.latencyprobes.demo.fix.registry;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.artio.ArtioEngine;
import org.latencyprobes.demo.fix.engine.echo.EchoEngine;
import org.latencyprobes.demo.fix.engine.philadelphia.PhiladelphiaEngine;
import org.latencyprobes.demo.fix.engine.quickfixj.QuickFixEngine;

/** All engines, each in all its configurations. */
public final class Engines {

    /** The time that a session may be silent while orders are unanswered. What answers sooner on a starved machine is no broken session. */
    public static final Duration SILENCE_TIMEOUT = Duration.ofMinutes(1);

    private Engines() {}

    public static List<Engine> all() {
        return all(SILENCE_TIMEOUT);
    }

    /** All engines, with another limit of silence. */
    public static List<Engine> all(Duration silenceTimeout) {
        return Stream.of(
                        EchoEngine.all(silenceTimeout),
                        QuickFixEngine.all(silenceTimeout),
                        PhiladelphiaEngine.all(silenceTimeout),
                        ArtioEngine.all(silenceTimeout))
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Finds an engine by its name.
     *
     * @throws IllegalArgumentException if there is none; the message lists those that there are
     */
    public static Engine named(String name) {
        return named(name, SILENCE_TIMEOUT);
    }

    /** Finds an engine by its name, with another limit of silence. */
    public static Engine named(String name, Duration silenceTimeout) {
        List<Engine> all = all(silenceTimeout);
        return all.stream()
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + name + "; there are "
                        + all.stream().map(Engine::name).collect(Collectors.joining(", "))));
    }
}
