package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BackendOptionsTest {

    private static BackendOptions read(String argument) throws BadOptionException {
        return read(argument, new Properties(), Map.of());
    }

    private static BackendOptions read(String argument, Properties system, Map<String, String> environment)
            throws BadOptionException {
        return Options.of(Sources.of(argument, system, environment)).backends();
    }

    private static List<String> messages(String argument) {
        return catchThrowableOfType(BadOptionException.class, () -> read(argument))
                .messages();
    }

    @Test
    void thereAreNoneWhereNothingOfThemIsAskedFor() throws BadOptionException {
        Properties system = new Properties();
        system.setProperty("latencyprobes.agent.version", "9");
        assertThat(read("report=off", system, Map.of("LATENCYPROBES_UNKNOWN_THING", "x")))
                .isNull();
        assertThat(read("slo=1ms").isAny()).isFalse();
        assertThat(read("prometheus.port=9400").isAny()).isTrue();
    }

    @Test
    void aBackendsOwnKeysPassThroughFromEverySource() throws BadOptionException {
        Properties system = new Properties();
        system.setProperty("latencyprobes.new-relic.apiKey", "of the property");
        BackendSpec spec = read(
                        "backends=new-relic,backends.folder=x,newrelic.step=1s",
                        system,
                        Map.of(
                                "LATENCYPROBES_NEW_RELIC_APIKEY",
                                "of the environment",
                                "LATENCYPROBES_NEW_RELIC_URI",
                                "u"))
                .backends()
                .get(0);
        assertThat(List.of(
                        spec.setting("newrelic.apiKey"), spec.setting("newrelic.step"), spec.setting("newrelic.uri")))
                .containsExactly("of the property", "1s", "u");
        assertThat(spec.setting("newrelic.batchSize")).isNull();
    }

    @Test
    void theVersionInABackendsNameIsNotInItsKeys() throws BadOptionException {
        BackendSpec spec = read("backends=cloudwatch2,backends.folder=x,cloudwatch.namespace=n,cloudwatch2.step=1s")
                .backends()
                .get(0);
        assertThat(List.of(spec.setting("cloudwatch.namespace"), spec.setting("cloudwatch2.step")))
                .containsExactly("n", "1s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "influx.db=x|unknown option \"influx.db\"",
                "prometheus.port=65536|option prometheus.port",
                "prometheus.user=ann|option prometheus.password",
                "prometheus.tls.password=hush|option prometheus.tls.password",
                "otlp.url=localhost:4318|option otlp.url",
                "statsd.port=0|option statsd.port",
                "backends=influx|needs backends.folder",
                "backends=prometheus,backends.folder=x|option backends",
                "percentiles=99|option percentiles",
                "slo=250|option slo",
                "tags=zone|option tags",
                "registry=local|option registry"
            })
    void whatIsWrongIsNamed(String argument, String message) {
        assertThat(messages(argument)).singleElement().asString().contains(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prometheus.password=s3cret",
                "prometheus.token=s3cret,s3cret",
                "otlp.url=ftp://ann:s3cret@host/?key=s3cret",
                "statsd.port=0,otlp.headers=s3cret",
                "azuremonitor.connectionString=s3cret"
            })
    void messagesHaveNoSecrets(String argument) {
        assertThat(messages(argument)).isNotEmpty().allMatch(message -> !message.contains("s3cret"));
    }

    @ParameterizedTest
    @CsvSource({
        "influx.token, abc, ***",
        "azuremonitor.connectionString, InstrumentationKey=abc, ***",
        "influx.userName, ann, ann",
        "otlp.headers, none, none",
        "otlp.url, http://ann:p@host/x?y=z, http://***@host/x?***",
        "influx.db, acme, acme"
    })
    void whatIsShownOfAValue(String key, String value, String shown) {
        assertThat(Secrets.shown(key, value)).isEqualTo(shown);
    }

    @Test
    void aKeyWithinAConnectionStringIsTakenOutToo() {
        Secrets secrets = new Secrets(Map.of("x.connectionString", "InstrumentationKey=k3y;Endpoint=https://acme"));
        assertThat(secrets.hide("https://acme refuses k3y")).isEqualTo("https://acme refuses ***");
        assertThat(secrets.hide("InstrumentationKey=k3y;Endpoint=https://acme")).isEqualTo("***");
    }

    @Test
    void secretsAreTakenOutOfWhatOthersSay() {
        Secrets secrets = new Secrets(Map.of("x.apiKey", "k3y", "x.password", "k3y-long", "x.db", "acme"));
        assertThat(secrets.hide("k3y-long and k3y for acme at http://u:v@host/?a=b"))
                .isEqualTo("*** and *** for acme at http://***@host/?***");
    }
}
