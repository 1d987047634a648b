package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.latencyprobes.agent.kit.ForkedJvm;

/** The built command as users start it, with a temporary folder for all that it starts, and checks of what it leaves behind. */
final class BuiltCommand {

    private static final Path JAR = Path.of("target", "fix.jar").toAbsolutePath();

    private final Path temporary;

    /** Creates a command with a temporary folder in the given one. */
    BuiltCommand(Path folder) throws IOException {
        temporary = Files.createDirectory(folder.resolve("temporary"));
    }

    /** Compiles little: else a JVM that lives for seconds compiles half of the time, as if it lived for hours. */
    ForkedJvm with(Object... arguments) {
        return ForkedJvm.ofJar(JAR)
                .environment("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary)
                .arguments(arguments);
    }

    /** Asserts that soon after the command's end no process and no file is left. */
    void assertNothingLeft() {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> {
                    assertThat(processes()).isEmpty();
                    assertThat(temporary).isEmptyDirectory();
                });
    }

    /** The processes with an argument in the temporary folder. */
    private Set<String> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> String.join(" ", arguments).contains(temporary.toString()))
                        .isPresent())
                .map(process -> process.pid() + " " + process.info().commandLine())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
