package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import org.latencyprobes.agent.select.MethodPattern;
import org.latencyprobes.agent.select.Selection;

final class OptionsTest {

    @TempDir
    private Path folder;

    private final Properties system = new Properties();
    private final Map<String, String> environment = new HashMap<>();

    private Options read(String argument) throws BadOptionException {
        return Options.of(Sources.of(argument, system, environment));
    }

    private List<String> messages(String argument) {
        return catchThrowableOfType(BadOptionException.class, () -> read(argument))
                .messages();
    }

    private String config(String content) throws IOException {
        return "config=" + Files.writeString(folder.resolve("probes.properties"), content);
    }

    @Test
    void anUnknownSetOfAnnotationsIsNamed() {
        assertThat(messages("annotations=spring; colours"))
                .singleElement()
                .satisfies(
                        message -> assertThat(message)
                                .startsWith(
                                        "option annotations (agent argument): there is no set of annotations \"colours\"; there are "));
    }

    @Test
    void aBadPatternIsShownWithAMark() {
        assertThat(messages("probes=a.B;a.C#"))
                .containsExactly("option probes (agent argument): expected a method name after '#', but it ends here; "
                        + "* stands for any\n    a.B;a.C#\n            ^");
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
                        "hiccup",
                        1_000,
                        -1,
                        0,
                        true,
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
            {"memory", "1m"},
            {"mode", "off"},
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
                "os",
                100,
                3,
                1 << 20,
                false,
                everyBackend());
        assertThat(read(argument.toString())).isEqualTo(expected);
        assertThat(Options.of(Sources.of(null, properties, environment))).isEqualTo(expected);
        assertThat(Options.of(Sources.of(null, system, variables))).isEqualTo(expected);
        assertThat(read(config(file.toString()))).isEqualTo(expected);
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
        assertThat(read(config).on()).isFalse();
    }

    @Test
    void theFileMayBeNamedInEnvironmentOrProperties() throws Exception {
        String file = config("mode=off").substring("config=".length());
        environment.put("LATENCYPROBES_CONFIG", file);
        assertThat(read(null).on()).isFalse();
        system.setProperty("latencyprobes.config", "none");
        assertThat(read(null).on()).isTrue();
    }

    @Test
    void ofAnOptionGivenTwiceTheFirstCounts() throws BadOptionException {
        assertThat(read("report=stdout,report=off").report()).isEqualTo("stdout");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report=",
                "report",
                "interval=5",
                "interval=99ms",
                "interval=",
                "interval=-1s",
                "interval=1 s",
                "interval=99999999999999999h",
                "interval=9999999h",
                "hlog=",
                "hlog.interval=off",
                "hlog.interval=0s",
                "hlog.size=63k",
                "hlog.size=64",
                "hlog.size=64mb",
                "hlog.size=99999999999g",
                "hlog.files=-1",
                "hlog.files=1000",
                "hlog.files=many",
                "jitter=loud",
                "jitter=OS",
                "jitter.threshold=99ns",
                "limit=0",
                "limit=1000001",
                "jitter.cpu=-1",
                "jitter.cpu=65536",
                "jitter.cpu=first",
                "memory=lots",
                "memory=1023k",
                "memory=-1m",
                "mode=maybe",
                "onError=panic",
                "deoptimise=never",
                "config=",
            })
    void aBadValueIsOneMessageThatNamesOptionValuePlaceAndWhatIsAllowed(String argument) {
        String key = argument.split("=")[0];
        String value = argument.contains("=") ? argument.substring(key.length() + 1) : "";
        Option option = List.of(Option.values()).stream()
                .filter(candidate -> candidate.key().equals(key))
                .findFirst()
                .orElseThrow();
        assertThat(messages(argument))
                .singleElement()
                .asString()
                .startsWith("option " + key + ": \"" + value + "\" (agent argument) is not allowed; it takes "
                        + option.allowed());
    }

    @Test
    void theMessageNamesThePlaceThatTheValueStoodIn() throws IOException {
        system.setProperty("latencyprobes.jitter", "loud");
        environment.put("LATENCYPROBES_MEMORY", "lots");
        String config = config("mode=maybe");
        assertThat(messages(config))
                .containsExactlyInAnyOrder(
                        "option jitter: \"loud\" (system property latencyprobes.jitter) is not allowed; it takes "
                                + Option.JITTER.allowed(),
                        "option memory: \"lots\" (environment variable LATENCYPROBES_MEMORY) is not allowed; it takes "
                                + Option.MEMORY.allowed(),
                        "option mode: \"maybe\" (file " + config.substring("config=".length())
                                + ") is not allowed; it takes " + Option.MODE.allowed());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prometheus.prot=0|prometheus.port",
                "prometheus=9090|prometheus.port",
                "hlog-interval=1s|hlog.interval",
                "onerror=exit|onError",
                "probs=a.B#c|probes",
                "jmx=on,jiter|jitter",
                "lmit=5|limit",
            })
    void ofAnUnknownOptionTheNearestIsNamed(String argument, String nearest) {
        assertThat(messages(argument))
                .singleElement()
                .asString()
                .matches("unknown option \"[a-z.-]+\" \\(agent argument\\); did you mean \"" + nearest + "\"\\?");
    }

    @Test
    void anUnknownOptionIsNamedWithThePlace() throws IOException {
        assertThat(messages("colour=red"))
                .containsExactly("unknown option \"colour\" (agent argument); docs/options.md and the command"
                        + " attach --help list them all");
        assertThat(messages(config("hlogs=x")))
                .singleElement()
                .asString()
                .startsWith("unknown option \"hlogs\" (file ")
                .endsWith("; did you mean \"hlog\"?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "probes=a.B#c(int,long)|probes=\"a.B#c(int,long)\"",
                "jmx=on,probes=a.B#c(int,long),mode=off|probes=\"a.B#c(int,long)\"",
                "probes=a.B#c,d.E#f|probes=a.B#c;d.E#f",
                "probes=a.B#c(int,long) tag x=y,d.E#f|probes=\"a.B#c(int,long) tag x=y;d.E#f\"",
                "probes=a.B#c(int,long) as \"x\"|probes=\"a.B#c(int,long) as 'x'\"",
                "exclude=a.B,d.E,f.G|exclude=a.B;d.E;f.G",
                "annotations=spring,otel|annotations=spring;otel",
                "tags=a=b,c=d|tags=a=b;c=d",
                "report=calls, by probe.txt|report=\"calls, by probe.txt\"",
            })
    void aCommaOutsideQuotesIsOneMessageThatPointsAtIt(String argument, String mended) {
        String message =
                assertThat(messages(argument)).singleElement().asString().actual();
        List<String> lines = message.lines().toList();
        assertThat(lines.get(0)).contains("a comma ends its value").endsWith("; write " + mended);
        int column = lines.get(2).indexOf('^');
        assertThat(lines.get(1).indexOf(',')).as(message).isEqualTo(column);
    }

    @Test
    void aPatternWithoutItsOptionSaysWhereItGoes() {
        assertThat(messages("com.acme.B#c(int,long)"))
                .containsExactly("\"com.acme.B#c(int,long)\" (agent argument) is not of the form option=value;"
                        + " patterns of methods are given as probes=com.acme.B#c(int,long)");
    }

    @Test
    void whatIsCutOfASecretIsNotShown() {
        assertThat(messages("prometheus.user=me,prometheus.password=hush,hidden"))
                .singleElement()
                .asString()
                .startsWith("option prometheus.password (agent argument): a comma ends its value")
                .endsWith("a value that holds a comma stands in double quotes")
                .doesNotContain("hush", "hidden");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        Path missing = folder.resolve("missing.properties");
        assertThat(messages("config=" + missing))
                .singleElement()
                .asString()
                .contains("option config: \"" + missing + "\" (agent argument) is not allowed")
                .contains("NoSuchFileException");
    }

    @Test
    void aMalformedFileIsNamed() throws IOException {
        assertThat(messages(config("mode=\\u00zz")))
                .singleElement()
                .asString()
                .contains("option config: ")
                .contains("Malformed");
    }

    @Test
    void theExitIsWantedOnlyWhereItIsAskedFor() {
        assertThatExceptionOfType(BadOptionException.class)
                .isThrownBy(() -> read("mode=maybe"))
                .matches(e -> !e.isExitWanted());
        assertThatExceptionOfType(BadOptionException.class)
                .isThrownBy(() -> read("mode=maybe,onError=exit"))
                .matches(BadOptionException::isExitWanted);
    }
}
