package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.OutputFolder;
import picocli.CommandLine;

class SetupTest {

    @Test
    void differsWithEverySettingOfAJvm() throws IOException {
        JavaRuntime java = JavaRuntime.of(JavaRuntime.own());
        List<String> setups = new ArrayList<>();
        for (String option : List.of(
                "--blocks=3",
                "--warm-up=200",
                "--idle=7",
                "--generator=park",
                "--two-jvms",
                "--pin-generator=1",
                "--pin-client=1")) {
            setups.add(Setup.of(java, "heap 1g, collector G1", FixSamples.schedule(option)));
        }
        setups.add(Setup.of(java, "heap 1g, collector G1", FixSamples.schedule("--pin-server=1")));

        assertThat(setups).doesNotHaveDuplicates();
        assertThat(setups.get(7)).matches(".*, heap 1g, collector G1; .*; server pinned to CPU 1\\.");
    }

    @Test
    void ofAnotherComparisonIsRefusedBeforeAnythingIsDeleted(@TempDir Path folder) throws IOException {
        OutputFolder output = new OutputFolder(folder);
        output.keep("the report", "every run");
        Files.writeString(output.html(), "the page");
        Path setup = Files.writeString(folder.resolve("setup.txt"), "other settings");
        Path result = Files.createFile(output.result("echo-jlbh-4000", 1));

        assertThat(refusal("--resume", "--engines=echo", "--rates=4000", "--output=" + folder))
                .contains("it was begun with other settings: other settings");
        assertThat(output.markdown()).hasContent("the report");
        assertThat(output.csv()).hasContent("every run");
        assertThat(output.html()).hasContent("the page");
        assertThat(setup).hasContent("other settings");
        assertThat(result).exists();
    }

    @Test
    void ofAnEarlierRunIsThatOfTheSameSettingsElsewhere(@TempDir Path folder) throws IOException {
        Path output = Files.createDirectory(folder.resolve("now"));
        Path earlier = Files.createDirectory(folder.resolve("earlier"));
        String[] arguments = {"--engines=echo", "--rates=4000", "--output=" + output, "--earlier=" + earlier};

        assertThat(refusal(arguments)).contains("'--earlier'", "no output folder of this program: it has no setup.txt");
        Files.writeString(earlier.resolve("setup.txt"), "other settings");
        assertThat(refusal(arguments)).contains("'--earlier'", "it was begun with other settings: other settings");
        Files.writeString(output.resolve("setup.txt"), "other settings");
        assertThat(refusal("--engines=echo", "--output=" + output, "--earlier=" + output))
                .contains("'--earlier'", "that is where the new results go");
        assertThat(output.resolve("setup.txt")).hasContent("other settings");
    }

    private static String refusal(String... arguments) {
        StringWriter refusal = new StringWriter();
        int code = FixDemo.commandLine(new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(refusal, true))
                .execute(arguments);
        assertThat(code).as(refusal.toString()).isEqualTo(CommandLine.ExitCode.USAGE);
        return refusal.toString();
    }
}
