package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of options that are not right. */
final class BadOptionsTest {

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
                "jitter.idle=999us",
                "jitter.idle=101ms",
                "jitter.cpu=-1",
                "jitter.cpu=65536",
                "jitter.cpu=first",
                "memory=lots",
                "memory=1023k",
                "memory=-1m",
                "mode=maybe",
                "self=true",
                "self=ON",
                "self=",
                "self=;",
                "budget=0%",
                "budget=1",
                "budget=101%",
                "budget.own=5",
                "budget.own=-1%",
                "budget.pinned=on",
                "budget.pinned=",
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
                .startsWith("option " + key
                        + (value.isEmpty()
                                ? " (agent argument) has no value; it takes "
                                : ": \"" + value + "\" (agent argument) is not allowed; it takes ")
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
                .matches("unknown option \"[a-z.-]+\" \\(agent argument\\); did you mean " + nearest);
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
                .endsWith("; did you mean hlog");
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
        boolean needsQuotes = mended.contains(";") || mended.contains("\"") && !mended.contains("'");
        assertThat(lines.get(0))
                .contains("a comma ends its value")
                .endsWith("; write " + mended + (needsQuotes ? ", in a shell in single quotes" : ""));
        int column = lines.get(2).indexOf('^');
        assertThat(lines.get(1).indexOf(',')).as(message).isEqualTo(column);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "probes=Hi2#work,probes=Hi2#main|probes|write probes=Hi2#work;Hi2#main, in a shell in single quotes",
                "exclude=a.B,mode=off,exclude=\"a.C#d(int,long)\"|exclude|write exclude=\"a.B;a.C#d(int,long)\", in a shell in single quotes",
                "probes=none,probes=a.B#c|probes|write one of probes=none and probes=a.B#c",
                "mode=on,mode=off|mode|write one of mode=on and mode=off",
                "prometheus.user=me,prometheus.password=hush,prometheus.password=hidden|prometheus.password|write it once",
            })
    void anOptionThatIsGivenTwiceIsNamed(String argument, String key, String advice) {
        assertThat(messages(argument)).containsExactly("option " + key + " (agent argument) is given twice; " + advice);
    }

    @Test
    void anOptionMayStandTwiceWithTheSameValue() throws BadOptionException {
        assertThat(read("mode=off,limit=5,mode=off").mode()).hasToString("off");
    }

    @Test
    void aPatternWithoutItsOptionSaysWhereItGoes() {
        assertThat(messages("com.acme.B#c(int,long)"))
                .containsExactly("\"com.acme.B#c(int,long)\" (agent argument) is not of the form option=value;"
                        + " patterns of methods are given as probes=com.acme.B#c(int,long)");
    }

    @Test
    void anOptionWithoutAValueSaysWhatItTakes() {
        assertThat(messages("causes"))
                .containsExactly("option causes (agent argument) has no value; it takes " + Option.CAUSES.allowed());
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
