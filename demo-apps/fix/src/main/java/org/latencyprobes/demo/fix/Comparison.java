package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.Result;

/** What all measurements gave. One that failed is there with what it had until then. */
final class Comparison {

    private static final String ECHO = "echo";
    private static final String SPINNING = "spinning";
    private static final String QUICKFIX = "quickfix";

    private final Schedule schedule;
    private final List<Figures> all = new ArrayList<>();

    Comparison(Schedule schedule) {
        this.schedule = schedule;
    }

    void add(Slot slot, Result result) {
        all.add(new Figures(slot, result));
    }

    boolean isEmpty() {
        return all.stream().allMatch(Figures::isEmpty);
    }

    Schedule schedule() {
        return schedule;
    }

    List<Engine> engines() {
        return schedule.engines();
    }

    /** All measurements, in the order in which they were made. */
    List<Figures> all() {
        return all;
    }

    /** An engine's first measurement without the agent. */
    Optional<Figures> figures(Engine engine, Plan plan, int rate) {
        return figures(slot -> slot.is(engine.name(), plan, rate) && !slot.agent())
                .findFirst();
    }

    Stream<Figures> figures(Predicate<Slot> which) {
        return all.stream().filter(figures -> which.test(figures.slot()) && !figures.isEmpty());
    }

    /** The engine that the others are compared with: the first QuickFIX/J. */
    Optional<Engine> quickFix() {
        return engines().stream()
                .filter(engine -> engine.name().startsWith(QUICKFIX))
                .findFirst();
    }

    /** Those that stand for low garbage. */
    List<Engine> lowGarbage() {
        return engines().stream()
                .filter(engine ->
                        !engine.name().startsWith(QUICKFIX) && !engine.name().startsWith(ECHO))
                .toList();
    }

    /** The mean TCP round trip without an engine, at the same rate, waiting as the engine does. */
    Optional<Double> tcpMicros(Engine engine, int rate) {
        boolean spinning = engine.name().contains(SPINNING);
        return figures(slot -> slot.plan() == Plan.JLBH
                        && slot.rate() == rate
                        && !slot.agent()
                        && slot.engine().name().equals(spinning ? ECHO + "-" + SPINNING : ECHO))
                .findFirst()
                .map(Figures::meanMicros);
    }

    /** An engine's mean less the TCP round trip; empty where nothing is left. */
    Optional<Double> lessTcpMicros(Engine engine, int rate) {
        return figures(engine, Plan.JLBH, rate)
                .flatMap(figures -> tcpMicros(engine, rate).map(tcp -> figures.meanMicros() - tcp))
                .filter(micros -> micros > 0);
    }
}
