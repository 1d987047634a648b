package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.ClockName;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.pattern.ProbeNames;
import org.latencyprobes.agent.select.Selection;

/** What options are by default, and where they come from. */
final class OptionsTest {

    @TempDir
    private Path folder;

    private final Properties system = new Properties();
    private final Map<String, String> environment = new HashMap<>();

    private Options read(String argument) throws BadOptionException {
        return Options.of(Sources.of(argument, system, environment));
    }

    private String config(String content) throws IOException {
        return "config=" + Files.writeString(folder.resolve("probes.properties"), content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", " , "})
    void defaultsAreThoseOfTheTable(String argument) throws BadOptionException {
        assertThat(read(argument))
                .isEqualTo(read(null))
                .isEqualTo(new Options(
                        Selection.NONE,
                        "stderr",
                        0,
                        null,
                        1_000_000_000L,
                        64L << 20,
                        9,
                        JitterSource.HICCUP,
                        1_000,
                        -1,
                        10_000_000,
                        true,
                        0,
                        true,
                        "auto",
                        false,
                        0,
                        Mode.ON,
                        null,
                        null,
                        ClockName.AUTO,
                        10_000_000_000L,
                        null));
    }

    @Test
    void everyOptionCanBeSetInEverySource() throws Exception {
        String[][] all = {
            {"report", "stdout"},
            {"interval", "10s"},
            {"hlog", "x.hlog"},
            {"hlog.interval", "100ms"},
            {"hlog.size", "64k"},
            {"hlog.files", "0"},
            {"jitter", "os"},
            {"jitter.threshold", "100ns"},
            {"jitter.cpu", "3"},
            {"jitter.idle", "1ms"},
            {"stalls", "off"},
            {"self", "Orders.*"},
            {"slow", "10ms"},
            {"slow.stacks", "off"},
            {"slow.trace", "X-B3-TraceId"},
            {"causes", "deep"},
            {"memory", "1m"},
            {"mode", "off"},
            {"budget", "0.5%"},
            {"budget.own", "5%"},
            {"budget.pinned", "Orders.*; Journal.append"},
            {"clock", "nanotime"},
            {"tools", "on"},
            {"startup", "0s"},
            {"onError", "exit"},
            {"probes", "com.acme.Order#find"},
            {"exclude", "com.acme.*#get*"},
            {"annotations", "otel;com.acme.Fast"},
            {"limit", "7"},
            {"deoptimise", "refuse"},
            {"prometheus.port", "9400"},
            {"prometheus.host", "localhost"},
            {"prometheus.token", "t0ken"},
            {"prometheus.user", "ann"},
            {"prometheus.password", "pass"},
            {"prometheus.tls", "keys.p12"},
            {"prometheus.tls.password", "pass"},
            {"otlp.url", "http://localhost"},
            {"statsd.host", "localhost"},
            {"statsd.port", "8126"},
            {"jmx", "on"},
            {"backends", "influx;new-relic"},
            {"backends.folder", "jars"},
            {"registry", "global"},
            {"percentiles", "0.5;1"},
            {"buckets", "1ms;1s"},
            {"slo", "250us"},
            {"tags", "zone=a;host={host}"},
            {"config", "none"}
        };
        StringBuilder argument = new StringBuilder();
        StringBuilder file = new StringBuilder();
        Properties properties = new Properties();
        Map<String, String> variables = new HashMap<>();
        for (String[] option : all) {
            argument.append(',').append(option[0]).append('=').append(option[1]);
            properties.setProperty("latencyprobes." + option[0], option[1]);
            variables.put("LATENCYPROBES_" + option[0].replace('.', '_').toUpperCase(java.util.Locale.ROOT), option[1]);
            file.append(option[0]).append('=').append(option[1]).append('\n');
        }
        assertThat(all.length).isEqualTo(Option.values().length);
        Options expected = new Options(
                new Selection(
                        MethodPattern.parseAll("com.acme.Order#find"),
                        MethodPattern.parseAll("com.acme.*#get*"),
                        List.of("otel", "com.acme.Fast"),
                        7),
                "stdout",
                TimeUnit.SECONDS.toNanos(10),
                Path.of("x.hlog"),
                100_000_000,
                64 << 10,
                0,
                JitterSource.OS,
                100,
                3,
                1_000_000,
                false,
                10_000_000,
                false,
                "X-B3-TraceId",
                true,
                1 << 20,
                Mode.OFF,
                ProbeNames.of("Orders.*"),
                new BudgetOptions(0.5, 5, ProbeNames.of("Orders.*; Journal.append")),
                ClockName.NANOTIME,
                0,
                everyBackend());
        assertThat(read(argument.toString())).isEqualTo(expected);
        assertThat(Options.of(Sources.of(null, properties, environment))).isEqualTo(expected);
        assertThat(Options.of(Sources.of(null, system, variables))).isEqualTo(expected);
        assertThat(read(config(file.toString()))).isEqualTo(expected);
    }

    @Test
    void theLastFileOfAFolderWinsForOptionsOfBackendsToo() throws IOException {
        Files.writeString(folder.resolve("1.properties"), "report=off\nstatsd.flavor=etsy\nstatsd.step=1s");
        Files.writeString(folder.resolve("2.properties"), "report=stdout\nstatsd.flavor=telegraf\nstatsd.Step=2s");
        Sources sources = Sources.of("config=" + folder, system, environment);
        assertThat(sources.given(Option.REPORT).value()).isEqualTo("stdout");
        assertThat(sources.passThrough())
                .hasEntrySatisfying(
                        "statsd.flavor", given -> assertThat(given.value()).isEqualTo("telegraf"))
                .hasEntrySatisfying(
                        "statsd.Step", given -> assertThat(given.value()).isEqualTo("2s"))
                .hasSize(2);
    }

    private static BackendOptions everyBackend() {
        Publishing publishing = new Publishing(
                List.of(0.5, 1.0),
                List.of(Duration.ofMillis(1), Duration.ofSeconds(1)),
                List.of(Duration.ofNanos(250_000)),
                Map.of("zone", "a", "host", "{host}"));
        Map<String, String> prometheus = Map.of(
                "prometheus.port", "9400",
                "prometheus.host", "localhost",
                "prometheus.token", "t0ken",
                "prometheus.user", "ann",
                "prometheus.password", "pass",
                "prometheus.tls", "keys.p12",
                "prometheus.tls.password", "pass");
        return new BackendOptions(
                List.of(
                        new BackendSpec("prometheus", prometheus, null, publishing),
                        new BackendSpec("otlp", Map.of("otlp.url", "http://localhost"), null, publishing),
                        new BackendSpec(
                                "statsd", Map.of("statsd.host", "localhost", "statsd.port", "8126"), null, publishing),
                        new BackendSpec("jmx", Map.of(), null, publishing),
                        new BackendSpec("influx", Map.of(), Path.of("jars", "influx"), publishing),
                        new BackendSpec("new-relic", Map.of(), Path.of("jars", "new-relic"), publishing)),
                true,
                publishing);
    }

    @Test
    void theArgumentWinsOverPropertiesOverTheEnvironmentOverTheFile() throws Exception {
        String config = config("mode=off\nhlog.files=1\nreport=stdout\njitter=os");
        assertThat(read(config).hlogFiles()).isEqualTo(1);
        environment.put("LATENCYPROBES_HLOG_FILES", "2");
        assertThat(read(config).hlogFiles()).isEqualTo(2);
        system.setProperty("latencyprobes.hlog.files", "3");
        assertThat(read(config).hlogFiles()).isEqualTo(3);
        assertThat(read(config + ",hlog.files=4").hlogFiles()).isEqualTo(4);
        assertThat(read(config).mode()).isEqualTo(Mode.OFF);
    }

    @Test
    void theFileMayBeNamedInEnvironmentOrProperties() throws Exception {
        String file = config("mode=off").substring("config=".length());
        environment.put("LATENCYPROBES_CONFIG", file);
        assertThat(read(null).mode()).isEqualTo(Mode.OFF);
        system.setProperty("latencyprobes.config", "none");
        assertThat(read(null).mode()).isEqualTo(Mode.ON);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "report=\"a,b.txt\"|a,b.txt",
                "\"report=a,b.txt\",mode=off|a,b.txt",
                "report=a\", \"b|a, b",
                "report = a b |a b",
                "report=a=b|a=b",
                "report=\"a,b|a,b",
            })
    void quotesHoldCommasAndSpacesAroundAreDropped(String argument, String report) throws BadOptionException {
        assertThat(read(argument).report()).isEqualTo(report);
    }

    @Test
    void aLogInAFolderHasANameThatIsTheSameAfterARestart() throws BadOptionException {
        assertThat(read("hlog=logs").hlog()).isEqualTo(Path.of("logs", "latency-probes.hlog"));
        assertThat(read("hlog=logs/mine.hlog").hlog()).isEqualTo(Path.of("logs/mine.hlog"));
    }
}
