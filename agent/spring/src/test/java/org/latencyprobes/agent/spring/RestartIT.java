package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contexts one after another in one JVM. */
final class RestartIT {

    private static final int STARTS = 3;
    private static final String NO_OTLP = "management.otlp.metrics.export.enabled=false";

    /** As the developer tools restart: the application's classes are new, the libraries and their probes stay. */
    @ParameterizedTest
    @EnumSource
    void aRestartedApplicationLeaksNoLoaderAndPublishesOnce(Boot boot) {
        try (Application application = new Application(boot.application())) {
            for (int start = 1; start <= STARTS; start++) {
                application.start("restartable", NO_OTLP);
                application.get("/order?times=10");
                assertThat(application
                                .scrape()
                                .value("probe_duration_seconds_count", "market", "XETR", "outcome", "ok"))
                        .isEqualTo(9 * start);
                application.tell("stop");
            }
            assertThat(application.tell("left").fact("left")).isEqualTo("0");
        }
    }

    /** As a container deploys: the libraries are new too, and the probes of the application that is gone go with it. */
    @ParameterizedTest
    @EnumSource
    void aRedeployedApplicationLeaksNoLoaderAndBeginsAnew(Boot boot) {
        try (Application application = new Application(boot.application().withAgent("report=off"))) {
            for (int start = 1; start <= STARTS; start++) {
                application.start("deployed", NO_OTLP, "logging.register-shutdown-hook=false");
                application.get("/order?times=10");
                application.get("/price?times=10");
                assertThat(application
                                .scrape()
                                .value("probe_duration_seconds_count", "probe", "price", "outcome", "ok"))
                        .as("the agent's probes stay")
                        .isEqualTo(9 * start);
                assertThat(application.scrape().of("probe_duration_seconds_count", "market", "XETR", "outcome", "ok"))
                        .isNotEmpty();
                application.tell("stop");
            }
            assertThat(application.tell("left").fact("left")).isEqualTo("0");
        }
    }
}
