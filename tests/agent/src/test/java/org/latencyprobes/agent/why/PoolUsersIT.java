package org.latencyprobes.agent.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.commons.logging.LogFactory;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.h2.Driver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.slf4j.LoggerFactory;

/** Tests of who is told to have used connections while slow calls waited for one, with real pools, against the program's own log. */
@Tag("each-jdk")
final class PoolUsersIT {

    private static final Map<String, String> LIBRARIES = Map.of("hikari", "HikariCP", "dbcp", "Commons DBCP");
    private static final Map<String, String> PLACES =
            Map.of("odd", "KnownPools$Report.export → executeQuery", "even", "KnownPools$Orders.load → execute");

    /** By so much of the time of all calls what is told of a thread may be off. */
    private static final double NEAR = 0.2;

    private static final double PERCENT = 100;
    private static final String CALL = "call=";
    private static final Pattern USER =
            Pattern.compile("\"(?:virtual thread \\d+ )?([^\"]+)\" \\((?:(\\d+) %, )?in ([^)]+)\\)");

    private static RunningJvm start(String options, String probes, Object... arguments) {
        return ForkedJvm.of(KnownPools.class)
                .addClassPath(Stream.of(
                                HikariDataSource.class,
                                BasicDataSource.class,
                                GenericObjectPool.class,
                                Driver.class,
                                LogFactory.class,
                                LoggerFactory.class)
                        .map(ForkedJvm::homeOf)
                        .toArray(Path[]::new))
                .withAgent("report=off,slow=3ms" + options + ",probes=" + probes)
                .arguments(arguments)
                .start()
                .awaitText("round 1");
    }

    private static RunningJvm start(String options) {
        return start(options, KnownPools.class.getName() + "#hikari*;" + KnownPools.class.getName() + "#dbcp*");
    }

    /** What is told of waiting for connections, by probe. */
    private static Map<String, String> told(RunningJvm jvm, Object... arguments) throws IOException {
        JsonNode answer = new ObjectMapper()
                .readTree(ForkedJvm.ofJar(ForkedJvm.AGENT)
                        .quick()
                        .arguments("why", jvm.pid(), "--slow", "5ms", "-o", "json")
                        .arguments(arguments)
                        .run()
                        .expectExit(0)
                        .stdout());
        Map<String, String> told = new TreeMap<>();
        answer.path("causes").forEach(row -> {
            if (row.path("detail").asText().contains("waiting for a connection")) {
                told.put(row.path("probe").asText(), row.path("detail").asText());
            }
        });
        return told;
    }

    /** Shares of the time of all calls of a method, as the program knows them. */
    private static Map<String, Double> known(RunningJvm jvm, String method) {
        Map<String, Double> nanos = new TreeMap<>();
        jvm.printed().lines().filter(line -> line.startsWith(CALL + method)).forEach(line -> {
            String[] cells = line.substring(CALL.length()).split(",");
            nanos.merge("odd", Double.valueOf(cells[4]), Double::sum);
            nanos.merge("even", Double.valueOf(cells[5]), Double::sum);
        });
        nanos.values().removeIf(none -> none == 0);
        double all = nanos.values().stream().mapToDouble(Double::doubleValue).sum();
        nanos.replaceAll((name, part) -> part / all);
        return nanos;
    }

    private static void judge(String told, String library, Map<String, Double> known) {
        assertThat(told).startsWith("waiting for a connection of " + library + ", ");
        Map<String, Double> shares = new TreeMap<>();
        for (Matcher user = USER.matcher(told); user.find(); ) {
            String share = user.group(2);
            shares.put(user.group(1), share == null ? 1 : Double.parseDouble(share) / PERCENT);
            assertThat(user.group(3)).as(told).isEqualTo(PLACES.get(user.group(1)));
        }
        assertThat(shares).as(told).containsOnlyKeys(known.keySet());
        known.forEach((name, share) -> assertThat(shares.get(name)).as(told).isCloseTo(share, within(NEAR)));
    }

    private static void judge(RunningJvm jvm, Map<String, String> told) {
        LIBRARIES.forEach((prefix, library) -> {
            for (String kind : List.of("Odd", "Even", "Both")) {
                String method = prefix + kind;
                assertThat(told).containsKey("KnownPools." + method);
                assertThat(told.get("KnownPools." + method)).contains("in KnownPools." + method);
                judge(told.get("KnownPools." + method), library, known(jvm, method));
            }
        });
    }

    @Test
    void theThreadsThatUsedConnectionsAreToldWithWhatTheyDid() {
        try (RunningJvm jvm = start("")) {
            jvm.awaitAsserted(() -> judge(jvm, told(jvm, "--for", "8s")));
        }
    }

    @Test
    void alsoOfWhatTheAgentRecorded() {
        try (RunningJvm jvm = start(",causes=deep")) {
            jvm.awaitAsserted(() -> judge(jvm, told(jvm, "--past")));
        }
    }

    /** No recording has the parking of a virtual thread: that it is one for a connection is known of calls that do nothing else. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "there are no virtual threads before 21")
    void ofVirtualThreadsWhereTheProbeIsAPoolsOwnMethod() {
        String probes = HikariDataSource.class.getName() + "#getConnection;" + BasicDataSource.class.getName()
                + "#getConnection";
        try (RunningJvm jvm = start("", probes, "virtual")) {
            jvm.awaitAsserted(() -> {
                Map<String, String> told = told(jvm, "--for", "8s");
                assertThat(told).containsOnlyKeys("HikariDataSource.getConnection", "BasicDataSource.getConnection");
                judge(told.get("HikariDataSource.getConnection"), "HikariCP", known(jvm, "hikari"));
                judge(told.get("BasicDataSource.getConnection"), "Commons DBCP", known(jvm, "dbcp"));
            });
        }
    }
}
