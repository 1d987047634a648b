package org.latencyprobes.demo.fix.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.WaitStrategy;
import org.latencyprobes.demo.fix.measure.Workload;

/**
 * The measurements in their order. A block has one JVM for each cell, and those that are compared run one after the other, in random order:
 * a machine that gets slower or faster treats them alike. The order is the same in each schedule, so that it can be resumed.
 *
 * @param cells in the order of columns
 * @param waiting how the generator waits, where nothing is as published
 */
public record Schedule(List<Cell> cells, Preset preset, WaitStrategy waiting) {

    private static final long SEED = 20_160_418;

    public List<MeasurementSpec> specs() {
        Map<String, List<Cell>> groups =
                cells.stream().collect(Collectors.groupingBy(Cell::group, LinkedHashMap::new, Collectors.toList()));
        List<MeasurementSpec> specs = new ArrayList<>();
        Random random = new Random(SEED);
        int blocks = cells.stream().mapToInt(Cell::blocks).max().orElse(0);
        for (int block = 1; block <= blocks; block++) {
            for (List<Cell> group : groups.values()) {
                List<Cell> shuffled = new ArrayList<>(group);
                Collections.shuffle(shuffled, random);
                for (Cell cell : shuffled) {
                    if (block <= cell.blocks()) {
                        specs.add(new MeasurementSpec(cell, block, workload(cell)));
                    }
                }
            }
        }
        return specs;
    }

    private Workload workload(Cell cell) {
        boolean spins = cell.scenario().isParse() || cell.scenario().isPublished();
        return new Workload(
                cell.engine().name(),
                switch (cell.scenario()) {
                    case PARSE -> Workload.Subject.PARSER;
                    case PARSE_LOGGED -> Workload.Subject.LOGGED_PARSER;
                    default -> Workload.Subject.SESSION;
                },
                cell.rate(),
                preset.runs(cell.scenario(), cell.rate()),
                spins ? WaitStrategy.spin : waiting,
                cell.scenario() != Scenario.PUBLISHED && cell.scenario() != Scenario.PUBLISHED_WARMED,
                cell.scenario() == Scenario.LATENCY2);
    }
}
