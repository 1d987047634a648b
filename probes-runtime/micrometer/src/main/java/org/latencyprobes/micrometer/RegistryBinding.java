package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.RegistryKinds;

/** A registry that is given the probes, in the way of its kind. It holds its registry weakly. Thread-safe. */
interface RegistryBinding {

    /**
     * Binds a registry.
     *
     * @param wake called when there are other series than before, from any thread
     */
    static RegistryBinding of(MeterRegistry registry, BindingSettings settings, Runnable wake) {
        RegistryBinding binding = withHistograms(registry, settings);
        return binding != null ? binding : PlainBinding.bind(registry, settings, wake);
    }

    private static RegistryBinding withHistograms(MeterRegistry registry, BindingSettings settings) {
        try {
            if (RegistryKinds.isPrometheus(registry)) {
                return PrometheusBinding.bind(registry, settings);
            }
            return RegistryKinds.isOtlp(registry) ? OtlpBinding.bind(registry, settings) : null;
        } catch (LinkageError otherVersion) {
            return null; // a library too old or too new for a binding of its own
        }
    }

    /** Has the next publish, which is the last, hold all calls until now. */
    void prepareFinalPublish();

    /** Takes everything out of the registry. */
    void unbind();
}
