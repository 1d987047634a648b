package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What is taken for an option among the names that a JVM is started with, by others too. */
final class StartOptionsTest {

    private final Properties system = new Properties();
    private final Map<String, String> environment = new HashMap<>();

    private Options read() throws BadOptionException {
        return Options.of(Sources.of(null, system, environment));
    }

    @Test
    void anUnknownOptionOfTheStartIsNamedWithThePlace() {
        system.setProperty("latencyprobes.probs", "a.B#c");
        system.setProperty("latencyprobes.colour", "red");
        BadOptionException bad = catchThrowableOfType(BadOptionException.class, () -> read());
        assertThat(bad.messages())
                .containsExactlyInAnyOrder(
                        "unknown option \"probs\" (system property latencyprobes.probs); did you mean probes",
                        "unknown option \"colour\" (system property latencyprobes.colour); docs/options.md and the"
                                + " command attach --help list them all");
    }

    @Test
    void aVariableThatIsLikeAnOptionIsSaidAndKeepsNobodyFromStarting() throws BadOptionException {
        environment.put("LATENCYPROBES_HLOG_INTERVALL", "1s");
        environment.put("LATENCYPROBES_PROMETHEUS_PROT", "9400");
        environment.put("LATENCYPROBES_TAG", "1.4");
        Sources sources = Sources.of(null, system, environment);
        assertThat(Options.of(sources)).isNotNull();
        assertThat(sources.remarks())
                .contains(
                        "unknown option \"hlog.intervall\" (environment variable LATENCYPROBES_HLOG_INTERVALL);"
                                + " did you mean hlog.interval",
                        "unknown option \"prometheus.prot\" (environment variable LATENCYPROBES_PROMETHEUS_PROT);"
                                + " did you mean prometheus.port");
    }

    @Test
    void whatOthersSetAtTheStartIsNoOption() throws BadOptionException {
        for (String name : List.of("agent.version", "agent.discarded", "benchmarks.off", "metrics.slo", "otlp.step")) {
            system.setProperty("latencyprobes." + name, "x");
        }
        for (String name : List.of(
                "METRICS_SLO",
                "SERVERS",
                "SERVERS_REQUIRED",
                "JDK25",
                "JVMS",
                "SCREENSHOTS",
                "SERVICE_HOST",
                "SERVICE_PORT",
                "PORT",
                "PORT_9400_TCP_ADDR",
                "NEW_RELIC_APIKEY")) {
            environment.put("LATENCYPROBES_" + name, "x");
        }
        assertThat(read()).isNotNull();
        assertThat(Sources.of(null, system, environment)
                        .with("mode=off", "command")
                        .problems())
                .isEmpty();
    }
}
