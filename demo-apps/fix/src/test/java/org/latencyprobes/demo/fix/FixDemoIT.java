package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.demo.common.OutputFolder;

/** The command in earnest: JVMs of their own with the built agent, both plans; nothing is said about times. */
class FixDemoIT {

    private static final int ITERATIONS = 1_000;
    private static final List<String> ENGINES = List.of("echo", "quickfixj-validating", "philadelphia-blocking");

    @TempDir
    private static Path parent;

    private static OutputFolder output;
    private static String text;
    private static int exitCode;

    @BeforeAll
    static void compare() {
        output = new OutputFolder(parent.resolve("an output, with a comma"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        exitCode = execute(bytes, output, "--engines=" + String.join(",", ENGINES), "--plan=jlbh,latency2");
        text = bytes.toString(StandardCharsets.UTF_8);
    }

    private static int execute(ByteArrayOutputStream bytes, OutputFolder folder, String... more) {
        return FixDemo.commandLine(new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .execute(Stream.concat(
                                Stream.of(
                                        "--java=" + Path.of(System.getProperty("test.java.home"), "bin", "java"),
                                        "--agent-jar=" + System.getProperty("agent.jar"),
                                        "--output=" + folder.root(),
                                        "--rates=4000",
                                        "--runs=1",
                                        "--idle=0",
                                        "--heap=256m",
                                        "--iterations=" + ITERATIONS,
                                        "--warm-up=500"),
                                Stream.of(more))
                        .toArray(String[]::new));
    }

    @Test
    void completes() {
        assertThat(exitCode).as(text).isZero();
        assertThat(text).contains("QuickFIX takes 12 times as long: ", "round trip from the actual send");
    }

    @Test
    void answersEveryMessageByEveryRecorder() throws IOException {
        List<String> lines = Files.readAllLines(output.csv());
        int count = List.of(lines.get(0).split(",")).indexOf("count");

        for (String engine : ENGINES) {
            for (String plan : List.of("jlbh", "latency2")) {
                for (String recorder : List.of("jlbh", "end to end", "round trip", "schedule lag")) {
                    assertThat(lines.stream()
                                    .filter(line -> line.startsWith(engine + "," + plan + "," + recorder + ",")))
                            .isNotEmpty()
                            .allMatch(line -> line.split(",")[count].equals(String.valueOf(ITERATIONS)));
                }
            }
        }
    }

    /** A write that finds a full socket is made again, and so counts again. */
    @Test
    void countsEveryStageAsOftenAsItsEngineSays() {
        assertThat(text.lines().filter(line -> line.contains("  exclusive  ") || line.contains("  inclusive  ")))
                .hasSizeGreaterThan(10)
                .allSatisfy(line -> {
                    String[] cells = line.strip().split(" {2,}");
                    double expected = Double.parseDouble(cells[5]);
                    if (cells[0].equals("write")) {
                        assertThat(Double.parseDouble(cells[4])).as(line).isBetween(expected, 1.2 * expected);
                    } else {
                        assertThat(cells[4]).as(line).isEqualTo(cells[5]);
                    }
                });
    }

    @Test
    void keepsEveryRoundTripOfLatency2() throws IOException {
        assertThat(Files.readAllLines(output.file("echo-latency2-1000", 1, ".latency.csv")))
                .hasSize(1 + ITERATIONS);
    }

    @Test
    void measuresAcrossTwoJvms() throws IOException {
        OutputFolder two = new OutputFolder(parent.resolve("two"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        int code = execute(bytes, two, "--engines=artio", "--plan=jlbh", "--two-jvms");

        assertThat(code).as(bytes.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(two.markdown()).content().contains("client and server in two JVMs");
    }
}
