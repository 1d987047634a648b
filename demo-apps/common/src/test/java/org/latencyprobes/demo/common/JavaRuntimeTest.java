package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JavaRuntimeTest {

    @Test
    void knowsTheVersionOfAJava() throws IOException {
        JavaRuntime java = JavaRuntime.of(JavaRuntime.own());

        assertThat(java.feature()).isEqualTo(Runtime.version().feature());
        assertThat(java.label()).contains(Runtime.version().toString());
    }

    @Test
    void refusesOtherPrograms() {
        assertThatThrownBy(() -> JavaRuntime.of(Path.of("/bin/echo")))
                .isInstanceOf(IOException.class)
                .hasMessage("it does not answer -version as a java does");
    }

    @Test
    void silencesWarningsOnlyWhereThereAreAny() {
        assertThat(new JavaRuntime(Path.of("java"), 17, "").flags())
                .containsExactly("-Dchronicle.analytics.disable=true", "-XX:+ExitOnOutOfMemoryError");
        assertThat(new JavaRuntime(Path.of("java"), 25, "").flags())
                .contains("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    }
}
