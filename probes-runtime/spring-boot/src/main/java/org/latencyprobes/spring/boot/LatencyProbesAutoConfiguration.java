package org.latencyprobes.spring.boot;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.latencyprobes.micrometer.LatencyProbesMetrics;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * The auto-configuration of a {@link LatencyProbesMetrics}, which Spring Boot binds to the application's registries like every
 * {@link MeterBinder}.
 *
 * <p>It backs off where Micrometer is missing, where the application has a bean of that type, and where {@code
 * latency-probes.metrics.enabled} is false. It names no type of Spring Boot's own metrics, which moved between 3 and 4.
 */
@AutoConfiguration
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnProperty(name = LatencyProbesProperties.ENABLED, havingValue = "true", matchIfMissing = true)
@EnableConfigurationProperties(LatencyProbesProperties.class)
public final class LatencyProbesAutoConfiguration {

    LatencyProbesAutoConfiguration() {}

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    LatencyProbesMetrics latencyProbesMetrics(LatencyProbesProperties properties) {
        return properties.toMetrics();
    }
}
