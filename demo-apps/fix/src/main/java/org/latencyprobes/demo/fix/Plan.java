package org.latencyprobes.demo.fix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.StepProgress;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.internal.report.Grid;

/** What a schedule will measure, and about how long it takes. */
final class Plan {

    private Plan() {}

    static String text(List<MeasurementSpec> specs) {
        Map<String, List<MeasurementSpec>> stages = specs.stream()
                .collect(Collectors.groupingBy(
                        spec -> spec.cell().group() + (spec.cell().agent() ? ", agent" : ""),
                        LinkedHashMap::new,
                        Collectors.toList()));
        stages.put("all", specs);
        Grid grid = new Grid(1, List.of("stage", "engines", "JVMs", "about"));
        stages.forEach((stage, of) -> grid.add(List.of(
                stage,
                String.valueOf(of.stream()
                        .map(spec -> spec.cell().engine().name())
                        .distinct()
                        .count()),
                String.valueOf(of.size()),
                StepProgress.duration(of.stream()
                        .mapToLong(spec -> spec.step().estimateMillis())
                        .sum()))));
        return grid.text();
    }
}
