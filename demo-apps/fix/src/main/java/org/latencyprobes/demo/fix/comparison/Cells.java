package org.latencyprobes.demo.fix.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.registry.Engines;

/** The cells that the command line asks for. */
public final class Cells {

    /** QuickFIX/J, its rival and TCP alone, all of them blocking. Fixed before anything is measured. */
    public static final List<String> PRIMARY = List.of("quickfixj", "echo", "philadelphia-blocking");

    /** The steps from the published configuration on, each with one thing changed. */
    public static final List<Step> LADDER = List.of(
            new Step("1.6.2, as published", "quickfixj-1.6.2-as-published", Scenario.PUBLISHED),
            new Step("2.3.2, as published", "quickfixj-as-published", Scenario.PUBLISHED),
            new Step("no log", "quickfixj-as-published-no-log", Scenario.PUBLISHED),
            new Step("no store", "quickfixj-as-published-no-store", Scenario.PUBLISHED),
            new Step("no dictionary", "quickfixj-prepared", Scenario.PUBLISHED),
            new Step("warmed", "quickfixj-prepared", Scenario.PUBLISHED_WARMED),
            new Step("coordinated omission accounted for", "quickfixj-prepared", Scenario.PUBLISHED_DUE));

    /** What the published configuration is compared with, under its conditions. */
    private static final List<String> PUBLISHED_RIVALS = List.of("echo", "philadelphia-blocking-prepared");

    private static final List<String> LATENCY2 =
            List.of("quickfixj", "quickfixj-validating", "quickfixj-stored", "echo", "philadelphia-blocking");
    private static final List<String> PARSERS = List.of("quickfixj", "philadelphia-blocking");
    private static final List<String> PROBED = List.of("quickfixj", "philadelphia-blocking");

    /** The most blocks for the published conditions. */
    private static final int MOST_PUBLISHED_BLOCKS = 6;

    /** The most blocks for other claims than the primary one: those on other rates. */
    private static final int MOST_SECONDARY_BLOCKS = 5;

    /** The most blocks for what no claim is about. */
    private static final int MOST_SHOWN_BLOCKS = 3;

    private final Preset preset;
    private final List<Engine> engines;
    private final boolean full;
    private final List<Cell> cells = new ArrayList<>();

    /** A step of the ladder. */
    public record Step(String change, String engine, Scenario scenario) {}

    private Cells(Preset preset, List<Engine> engines, boolean full) {
        this.preset = preset;
        this.engines = engines;
        this.full = full;
    }

    /**
     * Returns the cells.
     *
     * @param engines those that the command line names, or none for those that the scenarios need
     * @param agentRate at which engines are measured with the agent too; 0 for none
     */
    public static List<Cell> of(
            Preset preset, Set<Scenario> scenarios, List<Engine> engines, boolean full, int agentRate) {
        Cells cells = new Cells(preset, engines, full);
        if (scenarios.contains(Scenario.JLBH)) {
            cells.addJlbh(agentRate);
        }
        if (scenarios.contains(Scenario.PUBLISHED)) {
            cells.addPublished();
        }
        if (scenarios.contains(Scenario.LATENCY2)) {
            cells.add(LATENCY2, Scenario.LATENCY2, Scenario.LATENCY2_RATE, MOST_SHOWN_BLOCKS);
        }
        if (scenarios.contains(Scenario.PARSE)) {
            for (int rate : preset.parseRates()) {
                cells.add(PARSERS, Scenario.PARSE, rate, MOST_SHOWN_BLOCKS);
                cells.add(PARSERS, Scenario.PARSE_LOGGED, rate, MOST_SHOWN_BLOCKS);
            }
        }
        return cells.cells;
    }

    private void addJlbh(int agentRate) {
        for (int rate : preset.rates()) {
            boolean primary = rate == preset.rates().get(0);
            add(PRIMARY, Scenario.JLBH, rate, primary ? preset.blocks() : MOST_SECONDARY_BLOCKS);
            if (full && primary && engines.isEmpty()) {
                Engines.all().stream()
                        .filter(engine -> !PRIMARY.contains(engine.name())
                                && !engine.name().contains("published")
                                && !engine.name().contains("stored"))
                        .forEach(engine -> add(engine, Scenario.JLBH, rate, false, MOST_SHOWN_BLOCKS));
            }
            if (rate == agentRate) {
                named(PROBED).forEach(engine -> add(engine, Scenario.JLBH, rate, true, 1));
            }
        }
    }

    private void addPublished() {
        int rate = Scenario.PUBLISHED_RATE;
        if (engines.isEmpty()) {
            LADDER.forEach(
                    step -> add(Engines.named(step.engine()), step.scenario(), rate, false, MOST_PUBLISHED_BLOCKS));
        }
        add(PUBLISHED_RIVALS, Scenario.PUBLISHED, rate, MOST_PUBLISHED_BLOCKS);
    }

    private void add(List<String> usual, Scenario scenario, int rate, int most) {
        named(usual)
                .filter(engine -> !scenario.isParse() || engine.parser().isPresent())
                .forEach(engine -> add(engine, scenario, rate, false, most));
    }

    private void add(Engine engine, Scenario scenario, int rate, boolean agent, int most) {
        cells.add(new Cell(engine, scenario, rate, agent, Math.min(preset.blocks(), most)));
    }

    private Stream<Engine> named(List<String> usual) {
        return engines.isEmpty() ? usual.stream().map(Engines::named) : engines.stream();
    }
}
