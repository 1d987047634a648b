package org.latencyprobes.agent.why;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What {@code why -o json} tells of all slow calls together: the time of each cause, and what chance alone would give. */
public final class WhyShares {

    private static final double PERCENT = 100;

    private final Map<String, Double> micros = new TreeMap<>();
    private final Map<String, Double> byChanceMicros = new TreeMap<>();

    public static WhyShares of(JsonNode answer) {
        WhyShares shares = new WhyShares();
        for (JsonNode row : answer.get("causes")) {
            double told = row.get("totalus").asDouble();
            double ofAll = row.get("percent").asDouble();
            String cause = row.get("cause").asText();
            shares.micros.merge(cause, told, Double::sum);
            double chance = row.get("byChancePercent").asDouble();
            shares.byChanceMicros.merge(cause, ofAll > 0 ? told * chance / ofAll : 0, Double::sum);
        }
        return shares;
    }

    double micros(String cause) {
        return micros.getOrDefault(cause, 0.0);
    }

    /** 0 to 1. */
    double share(String cause) {
        double all = micros.values().stream().mapToDouble(Double::doubleValue).sum();
        return all == 0 ? 0 : micros(cause) / all;
    }

    /** By how much the share is above what chance alone would give. */
    double aboveChance(String cause) {
        return micros(cause) == 0 ? 0 : share(cause) * (1 - byChanceMicros.getOrDefault(cause, 0.0) / micros(cause));
    }

    /** A table as a document has it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("| cause | share, % | by chance, % |\n|---|---:|---:|\n");
        micros.keySet()
                .forEach(cause -> text.append(String.format(
                        Locale.ROOT,
                        "| `%s` | %.2f | %.2f |%n",
                        cause,
                        PERCENT * share(cause),
                        PERCENT * (share(cause) - aboveChance(cause)))));
        return text.toString();
    }
}
