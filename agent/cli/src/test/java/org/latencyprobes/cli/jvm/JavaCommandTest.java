package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JavaCommandTest {

    private static JavaCommand command(String line, String... environment) {
        return new JavaCommand(line.isEmpty() ? List.of() : List.of(line.split(" ")), List.of(environment));
    }

    @ParameterizedTest
    @CsvSource({
        "java -cp a:b com.acme.Main x y, com.acme.Main",
        "/opt/jdk/bin/java -Xmx1g -jar /srv/acme.jar --port 1, acme.jar",
        "java -p mods -m acme/com.acme.Main, acme/com.acme.Main",
        "java --add-opens a/b=c @flags --add-modules d -ea com.acme.Main, com.acme.Main",
        "java -version, ''",
        "java -jar, ''",
        "/usr/bin/eclipse -data x, eclipse"
    })
    void namesWhatRuns(String line, String main) {
        assertThat(command(line).main()).isEqualTo(main);
    }

    @Test
    void theLastOfAFlagCounts() {
        assertThat(command("java -XX:+A -XX:-A Main").isSet("A", true)).isFalse();
        assertThat(command("java -XX:+A -XX:-A Main").isSet("A", false)).isTrue();
        assertThat(command("java Main").isSet("A", true)).isFalse();
        assertThat(command("java Main").isSet("A", false)).isFalse();
    }

    @Test
    void flagsAlsoStandInTheEnvironment() {
        assertThat(command("java Main", "X=-XX:+A", "JAVA_TOOL_OPTIONS=-Xmx1g -XX:+A")
                        .isSet("A", true))
                .isTrue();
        assertThat(command("java Main", "X=-XX:+A").isSet("A", true)).isFalse();
    }

    @Test
    void anUnreadableCommandIsNothing() {
        assertThat(command("").main()).isEmpty();
        assertThat(command("").isJava()).isFalse();
    }
}
