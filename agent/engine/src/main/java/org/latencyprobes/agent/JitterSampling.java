package org.latencyprobes.agent;

import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.jitter.HiccupSampler;
import org.latencyprobes.jitter.OsJitterSampler;

/** The jitter sampler that the options ask for. For one thread. */
final class JitterSampling {

    private final Options options;
    private AutoCloseable sampler;

    JitterSampling(Options options) {
        this.options = options;
    }

    /** Unless it runs already. */
    void start() {
        if (sampler != null) {
            return;
        }
        try {
            sampler = switch (options.jitter()) {
                case HICCUP -> HiccupSampler.start();
                case OS -> OsJitterSampler.start(options.jitterThresholdNanos(), options.jitterCpu());
                case OFF -> null;
            };
        } catch (IllegalStateException e) {
            Log.say("no jitter sampler: " + e.getMessage());
        }
    }

    void stop() {
        try {
            if (sampler != null) {
                sampler.close();
            }
        } catch (Exception e) {
            Log.say("jitter sampler: " + Log.describe(e));
        }
    }
}
