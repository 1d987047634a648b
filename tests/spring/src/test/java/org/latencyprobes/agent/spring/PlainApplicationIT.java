package org.latencyprobes.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.latencyprobes.agent.kit.ForkedJvm;

/** Applications without Spring Boot's metrics: the dependency is there and does nothing. */
@Tag("full")
final class PlainApplicationIT {

    private static final Pattern ACTUATOR =
            Pattern.compile("spring-boot-(starter-)?(actuator|health|micrometer).*|micrometer-jakarta9.*");
    private static final Pattern MICROMETER =
            Pattern.compile("micrometer-(core|registry|jakarta9).*|prometheus-.*|opentelemetry-.*");

    /** Tomcat warns where its random numbers take longer than 100 ms to begin. */
    private static final String NO_SLOW_START = "logging.level.org.apache.catalina.util.SessionIdGeneratorBase=error";

    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.spring.Boot#ofThisTier")
    void worksWithoutActuator(Boot boot) {
        assertThatItWorks(boot.application(jar -> !ACTUATOR.matcher(jar).matches()), "1");
    }

    @ParameterizedTest
    @MethodSource("org.latencyprobes.agent.spring.Boot#ofThisTier")
    void worksWithoutActuatorAndMicrometer(Boot boot) {
        assertThatItWorks(
                boot.application(jar -> !ACTUATOR.matcher(jar).matches()
                        && !MICROMETER.matcher(jar).matches()),
                "0");
    }

    private static void assertThatItWorks(ForkedJvm jvm, String binders) {
        try (Application application = new Application(jvm)) {
            application.start("start", NO_SLOW_START);
            assertThat(application.get("/order?times=10")).isEqualTo("ordered");
            assertThat(application.fact("binders")).isEqualTo(binders);
            assertThat(application.status("/actuator/prometheus")).isEqualTo(404);
            application.tell("stop");
            assertThat(application.printed()).doesNotContain("WARN", "ERROR", "Exception");
        }
    }
}
