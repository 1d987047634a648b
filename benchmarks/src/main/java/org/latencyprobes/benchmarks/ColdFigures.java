package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.ColdCost;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.demo.common.ChildJvm;

/** What a call costs that is made now and then, by variant: the figures that JVMs with {@link ColdCost} print. */
final class ColdFigures {

    private static final Pattern LINE = Pattern.compile("^cold (\\w+) (\\S+) (\\S+)$", Pattern.MULTILINE);
    private static final long MILLIS_PER_CALL = 7;
    private static final long FORK_MILLIS = 1_000;

    private final AgentArguments agents;
    private final int calls;
    private final Map<Variant, RoundValues> p50 = new EnumMap<>(Variant.class);
    private final Map<Variant, RoundValues> p99 = new EnumMap<>(Variant.class);

    ColdFigures(AgentArguments agents, int calls) {
        this.agents = agents;
        this.calls = calls;
    }

    Trial trial(Variant variant) {
        return new Trial(
                agents.jdk().shortLabel() + ", called now and then, " + variant.title(),
                FORK_MILLIS + calls * MILLIS_PER_CALL,
                () -> add(
                        variant,
                        ChildJvm.output(
                                agents.command(variant, ColdCost.METHODS, ColdCost.class, String.valueOf(calls)))));
    }

    /** Takes the figures of the probe; from the JVM with our agent as it is by default also those of the clocks. */
    void add(Variant variant, String output) throws IOException {
        boolean found = false;
        for (Matcher line = LINE.matcher(output); line.find(); ) {
            Variant kind = Variant.valueOf(line.group(1));
            boolean isProbe = kind == Variant.ON;
            if (isProbe || variant == Variant.ON && kind != Variant.BARE) {
                Variant key = isProbe ? variant : kind;
                p50.computeIfAbsent(key, absent -> new RoundValues()).add(Double.parseDouble(line.group(2)));
                p99.computeIfAbsent(key, absent -> new RoundValues()).add(Double.parseDouble(line.group(3)));
            }
            found |= isProbe;
        }
        if (!found) {
            throw new IOException("no figures in: " + output.strip());
        }
    }

    RoundValues p50(Variant variant) {
        return p50.getOrDefault(variant, new RoundValues());
    }

    RoundValues p99(Variant variant) {
        return p99.getOrDefault(variant, new RoundValues());
    }
}
