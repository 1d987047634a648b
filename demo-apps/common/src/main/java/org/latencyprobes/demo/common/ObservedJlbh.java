package org.latencyprobes.demo.common;

import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.core.util.Histogram;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;

/**
 * A JLBH whose histograms can be read in {@link net.openhft.chronicle.jlbh.JLBHTask#runComplete}, before JLBH resets them. JLBH's own
 * results hold few percentiles after few iterations, and its OS jitter can be read only after the reset.
 */
public final class ObservedJlbh extends JLBH {

    /** The histograms in the order of creation. There is no initialiser, because the superclass's constructor fills it. */
    private List<Histogram> histograms;

    public ObservedJlbh(JLBHOptions options) {
        super(options);
    }

    @Override
    protected Histogram createHistogram() {
        if (histograms == null) {
            histograms = new ArrayList<>();
        }
        Histogram histogram = super.createHistogram();
        histograms.add(histogram);
        return histogram;
    }

    public Histogram endToEnd() {
        return histograms.get(0);
    }

    public Histogram osJitter() {
        return histograms.get(1);
    }

    /** Adds a probe as {@link #addProbe} does, and returns it as a histogram. */
    public Histogram addHistogram(String name) {
        return (Histogram) addProbe(name);
    }
}
