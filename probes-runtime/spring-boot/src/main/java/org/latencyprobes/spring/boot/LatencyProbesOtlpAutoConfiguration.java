package org.latencyprobes.spring.boot;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMetricsSender;
import org.latencyprobes.micrometer.ProbesOtlp;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * The auto-configuration of a sender that adds the probes' exponential histograms to what Spring Boot's OTLP registry publishes.
 *
 * <p>Spring Boot 4 has a sender of its own, so this comes after it and decorates it. 3.5 takes one if there is one, so this
 * contributes the one that its registry would otherwise make.
 */
@AutoConfiguration(
        afterName =
                "org.springframework.boot.micrometer.metrics.autoconfigure.export.otlp.OtlpMetricsExportAutoConfiguration")
@ConditionalOnClass({MeterBinder.class, OtlpMetricsSender.class})
@ConditionalOnProperty(name = LatencyProbesProperties.ENABLED, havingValue = "true", matchIfMissing = true)
public final class LatencyProbesOtlpAutoConfiguration {

    LatencyProbesOtlpAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    OtlpMetricsSender otlpMetricsSender() {
        return new OtlpHttpMetricsSender(new HttpUrlConnectionSender());
    }

    @Bean
    static BeanPostProcessor latencyProbesOtlpMetricsSenders() {
        return new Decoration();
    }

    private static final class Decoration implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof OtlpMetricsSender sender ? ProbesOtlp.sender(sender) : bean;
        }
    }
}
