package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of what a JVM says of itself when it is attached to. */
final class AttachSocketTest {

    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM version 17.0.15+6-Debian-1deb12u1/JDK 17.0.15/, 17.0.15",
        "OpenJDK 64-Bit Server VM version 25+36-LTS/JDK 25.0.0/, 25.0.0",
        "Java HotSpot(TM) 64-Bit Server VM version 25.452-b09/JDK 8.0_452/, 8.0_452",
        "JDK of a vendor's version 99/and a line of its own/JDK 21.0.8.2/, 21.0.8.2",
        "A VM without the second line version JDK 21/, ''",
        "'', ''"
    })
    void theJavaVersionIsOnTheLineAfterTheVendorsText(String lines, String version) {
        assertThat(AttachSocket.javaVersion(lines.replace('/', '\n'))).isEqualTo(version);
    }
}
