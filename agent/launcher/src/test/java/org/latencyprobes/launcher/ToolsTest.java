package org.latencyprobes.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of programs that are told by their command alone. */
final class ToolsTest {

    private static final String COMMAND = "sun.java.command";
    private static final File AGENT = new File("/opt/my tools/probes.jar");

    private final String before = System.getProperty(COMMAND);
    private final String homeBefore = System.getProperty("maven.home");

    @BeforeEach
    void begin() {
        System.setProperty("maven.home", "/usr/share/maven");
    }

    @AfterEach
    void end() {
        set(COMMAND, before);
        set("maven.home", homeBefore);
    }

    private static void set(String property, String value) {
        if (value == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, value);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.codehaus.plexus.classworlds.launcher.Launcher -q verify",
                "org.apache.maven.wrapper.MavenWrapperMain verify",
                "gradle/wrapper/gradle-wrapper.jar test",
                "org.gradle.wrapper.GradleWrapperMain test",
                "org.gradle.launcher.GradleMain test",
                "org.gradle.launcher.daemon.bootstrap.GradleDaemon 8.14",
                "/opt/my tools/probes.jar top 12",
                "probes.jar"
            })
    void areKnown(String command) {
        System.setProperty(COMMAND, command);
        assertThat(Tools.isOne(AGENT)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"com.acme.Shop", "/opt/shop.jar probes.jar", "org.gradle.launcher.Shop", "/opt/other-probes.jar"
            })
    void othersAreApplications(String command) {
        System.setProperty(COMMAND, command);
        assertThat(Tools.isOne(AGENT)).isFalse();
    }
}
