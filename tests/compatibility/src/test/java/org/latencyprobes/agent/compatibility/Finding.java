package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A row of {@code docs/trust.md}: something that one test finds out, the same on each JDK under test. */
final class Finding {

    private static final Path PAGE = Path.of("..", "..", "docs", "trust.md");
    private static final List<Finding> ALL = new ArrayList<>();

    static final Finding CLASS_PATH =
            found("Two copies of the runtime, both on class paths", "", "with the agent and without");
    static final Finding MODULE_PATH =
            found("Two copies of the runtime, one on the module path", "", "with the agent and without");
    static final Finding NO_MANAGEMENT = found(
            "Two copies of the runtime, no `java.management` in the JVM",
            "",
            "without the agent the hub is in a JMX bean");
    static final Finding OTHER_VERSION =
            found("Two versions of the runtime, one protocol number", "", "internal names differ");
    static final Finding OTHER_PROTOCOL =
            found("Two versions of the runtime, two protocol numbers", "", "the agent sees those of its own number");
    static final Finding TOMCAT = found(
            "Tomcat, web application with its own copy of the runtime",
            "tomcat",
            "probes of annotations and of the API, in the application's child-first loader");
    static final Finding TOMCAT_ALONE =
            found("Tomcat, the same application without the agent", "tomcat", "probes of the API alone");
    static final Finding TOMCAT_REDEPLOYED =
            found("Tomcat, web application deployed 50 times", "tomcat", "with the agent");
    static final Finding TOMCAT_REDEPLOYED_ALONE =
            found("Tomcat, web application deployed 50 times without the agent", "tomcat", "");
    static final Finding KAFKA = found(
            "Kafka broker under load, configured probes",
            "kafka",
            "against its JMX metrics: all requests, all appends");
    static final Finding KAFKA_EXPLAINED = found(
            "Kafka broker, the command `probes --explain`",
            "kafka",
            "seen by a second agent behind ours, JDK classes included");
    private static final Map<Library, Finding> LIBRARIES =
            Library.all().stream().collect(Collectors.toMap(Function.identity(), Finding::withLibrary));
    static final Finding JACOCO_BEFORE = found("JaCoCo's agent, named before ours on the command line", "jacoco", "");
    static final Finding JACOCO_AFTER = found("JaCoCo's agent, named after ours", "jacoco", "");
    static final Finding JACOCO_VISITED =
            found("JaCoCo's agent, ours attached at run time and detached again", "jacoco", "");
    static final Finding OPENTELEMETRY_BEFORE =
            found("OpenTelemetry's agent, named before ours", "opentelemetry", "both at the same methods");
    static final Finding OPENTELEMETRY_AFTER =
            found("OpenTelemetry's agent, named after ours", "opentelemetry", "both at the same methods");
    static final Finding OPENTELEMETRY_VISITED =
            found("OpenTelemetry's agent, ours attached at run time and detached again", "opentelemetry", "");

    private final String what;
    private final String version;
    private final String remark;

    private Finding(String what, String version, String remark) {
        this.what = what;
        this.version = version;
        this.remark = remark;
        ALL.add(this);
    }

    private static Finding found(String what, String with, String remark) {
        return new Finding(what, with.isEmpty() ? "this one" : Environment.version(with), remark);
    }

    private static Finding withLibrary(Library library) {
        return new Finding(
                library.name() + ", its own tests with every method a probe",
                library.version(),
                "methods, constructors and lambdas of the library and its tests, full verification");
    }

    static Finding of(Library library) {
        return LIBRARIES.get(library);
    }

    /** In the order of the page. */
    static List<Finding> all() {
        return ALL;
    }

    /** Says, at the end of its test, what was found; fails where the page says otherwise. */
    void holds(String found) {
        assertThat(page()).as("%s", PAGE).contains(rowStart() + String.join(" | ", found, remark) + " |");
    }

    /** The lines of the page. */
    static List<String> page() {
        try {
            return Files.readAllLines(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What tells the row from all others. */
    String rowStart() {
        return "| " + what + " | " + version + " | ";
    }
}
