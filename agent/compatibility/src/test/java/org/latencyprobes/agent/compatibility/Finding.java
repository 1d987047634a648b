package org.latencyprobes.agent.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;

/** A row of {@code docs/compatibility.md}: something that one test found out on the JDK under test. */
enum Finding {
    CLASS_PATH("Two copies of the runtime, both on class paths", "", "with the agent and without"),
    MODULE_PATH("Two copies of the runtime, one on the module path", "", "with the agent and without"),
    NO_MANAGEMENT(
            "Two copies of the runtime, no `java.management` in the JVM", "", "the hub's other room is a JMX bean"),
    OTHER_VERSION("Two versions of the runtime, one protocol number", "", "internal names differ"),
    OTHER_PROTOCOL("Two versions of the runtime, two protocol numbers", "", "the agent sees those of its own number"),
    TOMCAT(
            "Tomcat, web application with its own copy of the runtime",
            "tomcat",
            "probes of annotations and of the API, in the application's child-first loader"),
    TOMCAT_ALONE("Tomcat, the same application without the agent", "tomcat", "probes of the API alone"),
    TOMCAT_REDEPLOYED("Tomcat, web application deployed 50 times", "tomcat", "with the agent"),
    TOMCAT_REDEPLOYED_ALONE("Tomcat, web application deployed 50 times without the agent", "tomcat", ""),
    KAFKA("Kafka broker under load, configured probes", "kafka", "against its JMX metrics: all requests, all appends"),
    KAFKA_EXPLAINED(
            "Kafka broker, the command `explain`", "kafka", "seen by a second agent behind ours, JDK classes included"),
    COMMONS_LANG3(
            "commons-lang3, its own tests with every method a probe",
            "commons-lang3",
            "methods, constructors and lambdas of the library and its tests, full verification"),
    JACOCO_BEFORE("JaCoCo's agent, named before ours on the command line", "jacoco", ""),
    JACOCO_AFTER("JaCoCo's agent, named after ours", "jacoco", ""),
    JACOCO_VISITED("JaCoCo's agent, ours attached at run time and detached again", "jacoco", ""),
    OPENTELEMETRY_BEFORE("OpenTelemetry's agent, named before ours", "opentelemetry", "both at the same methods"),
    OPENTELEMETRY_AFTER("OpenTelemetry's agent, named after ours", "opentelemetry", "both at the same methods"),
    OPENTELEMETRY_VISITED("OpenTelemetry's agent, ours attached at run time and detached again", "opentelemetry", "");

    private static final Map<Finding, String> RESULTS = new EnumMap<>(Finding.class);

    private final String what;
    private final String of;
    private final String remark;

    Finding(String what, String of, String remark) {
        this.what = what;
        this.of = of;
        this.remark = remark;
    }

    /** Says, at the end of its test, what was found. */
    void holds(String result) {
        RESULTS.put(this, result);
    }

    /** The row; fails if its test did not come to its end. */
    String row(int jdk) {
        assertThat(RESULTS).as("findings of this run").containsKey(this);
        return rowStart(jdk) + String.join(" | ", RESULTS.get(this), remark) + " |";
    }

    /** What tells the row from all others. */
    String rowStart(int jdk) {
        String version = of.isEmpty() ? "this one" : Environment.version(of);
        return "| " + what + " | " + version + " | " + jdk + " | ";
    }
}
