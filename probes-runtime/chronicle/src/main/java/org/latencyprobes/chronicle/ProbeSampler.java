package org.latencyprobes.chronicle;

import net.openhft.chronicle.core.util.NanoSampler;
import org.latencyprobes.probe.LatencyProbe;

/**
 * A probe as chronicle-core's {@link NanoSampler}: code written for the samplers of JLBH's {@code addProbe} records into a
 * probe, unchanged, outside any benchmark.
 *
 * <pre>{@code
 * NanoSampler parse = ProbeSampler.named("parse"); // was: jlbh.addProbe("parse")
 * …
 * parse.sampleNanos(System.nanoTime() - startNanos);
 * }</pre>
 *
 * <p>Unlike JLBH's sampler it is thread-safe, and it has no warm-up of its own and no end: readers take intervals. Samples count with
 * outcome {@code ok}. Sampling allocates nothing, takes no lock and throws nothing.
 */
public final class ProbeSampler {

    private ProbeSampler() {}

    /**
     * A sampler of the probe of this name and these tags, which is made if it is not there.
     *
     * @param name any text but an empty one
     * @param keyValueTags tag keys and values in turn; keys not empty and not repeated
     * @return the sampler; it records nothing as long as the memory cap leaves no room for its probe
     * @throws IllegalArgumentException if name or tags break these rules
     */
    public static NanoSampler named(String name, String... keyValueTags) {
        return of(LatencyProbe.named(name, keyValueTags));
    }

    /**
     * A sampler of a probe.
     *
     * @param probe the probe
     * @return the sampler
     */
    public static NanoSampler of(LatencyProbe probe) {
        return probe::recordNanos;
    }
}
