package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contexts one after another in one JVM. */
@Tag("full")
final class RestartIT {

    private static final int STARTS = 3;

    /** Spring Boot's own: the first in a shared converter, the last as the environment in the logging system. */
    private static final int LEFT_WHEN_RESTARTED = 2;

    /** On JDK 17, the last whose records were compared. */
    private static final int LEFT_WHEN_REDEPLOYED = 1;

    private static final String NO_OTLP = "management.otlp.metrics.export.enabled=false";

    /** Its listener stays in the logging system with the registry, and that with the application's filters. */
    private static final String NO_LOGBACK_METRICS = "spring.autoconfigure.exclude="
            + "org.springframework.boot.actuate.autoconfigure.metrics.LogbackMetricsAutoConfiguration,"
            + "org.springframework.boot.micrometer.metrics.autoconfigure.logging.logback.LogbackMetricsAutoConfiguration";

    /** As the developer tools restart: the application's classes are new, the libraries and their probes stay. */
    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.spring.Boot#ofThisTier")
    void aRestartedApplicationLeaksNoLoaderAndPublishesOnce(Boot boot) {
        try (Application application = new Application(boot.application())) {
            for (int start = 1; start <= STARTS; start++) {
                application.start("restartable", NO_OTLP, NO_LOGBACK_METRICS);
                application.get("/order?times=10");
                assertThat(application
                                .scrape()
                                .value("probe_duration_seconds_count", "market", "XETR", "outcome", "ok"))
                        .isEqualTo(9 * start);
                application.tell("stop");
            }
            assertThat(left(application, LEFT_WHEN_RESTARTED)).isLessThanOrEqualTo(LEFT_WHEN_RESTARTED);
        }
    }

    /** As a container deploys: the libraries are new too. */
    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.spring.Boot#ofThisTier")
    void aRedeployedApplicationLeaksNoLoader(Boot boot) {
        try (Application application = new Application(boot.application())) {
            for (int start = 1; start <= STARTS; start++) {
                application.start(
                        "deployed",
                        NO_OTLP,
                        "spring.main.web-application-type=none",
                        "logging.register-shutdown-hook=false",
                        "shop.orders=10");
                assertThat(Double.parseDouble(application.fact("published"))).isPositive();
                application.tell("stop");
            }
            assertThat(left(application, LEFT_WHEN_REDEPLOYED)).isLessThanOrEqualTo(LEFT_WHEN_REDEPLOYED);
        }
    }

    private static int left(Application application, int allowed) {
        return Integer.parseInt(application.tell("left " + allowed).fact("left"));
    }
}
