package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tests that {@code docs/trust.md} names are there. */
final class TrustPageTest {

    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))#(\\w+)`");
    private static final int FEWEST_TESTS = 20;

    @Test
    void eachTestThatItNamesIsThere() throws IOException {
        Map<String, Path> files = SourceFiles.bySimpleName();
        Matcher named = NAMED.matcher(Files.readString(SourceFiles.ROOT.resolve("docs/trust.md")));
        int count = 0;
        for (; named.find(); count++) {
            assertThat(files.get(named.group(1))).as(named.group(1)).isNotNull();
            assertThat(files.get(named.group(1))).as(named.group()).content().contains(" void " + named.group(2) + "(");
        }
        assertThat(count).isGreaterThan(FEWEST_TESTS);
    }
}
