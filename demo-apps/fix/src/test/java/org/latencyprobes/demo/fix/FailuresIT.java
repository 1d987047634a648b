package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.server.HostAndPort;
import picocli.CommandLine;

/** A test of the command when something around it fails. */
@Tag("full")
class FailuresIT {

    private static final Path JAVA = Path.of(System.getProperty("test.java.home"), "bin", "java");

    private static final Pattern LISTENING = Pattern.compile("listening at (\\S+)");

    /** Without a collector the engine that makes garbage fills the heap, the other does not. */
    @Test
    void aMeasurementThatRunsOutOfMemorySaysSoAndTheOthersGoOn(@TempDir Path folder) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputFolder output = new OutputFolder(folder);

        int code = FixDemo.commandLine(new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .execute(
                        "--java=" + JAVA,
                        "--output=" + folder,
                        "--engines=quickfixj,echo",
                        "--scenario=jlbh",
                        "--blocks=1",
                        "--two-jvms",
                        "--collector=epsilon",
                        "--heap=64m",
                        "--rates=4000",
                        "--runs=1",
                        "--idle=0",
                        "--generator=park",
                        "--iterations=500",
                        "--warm-up=10000");

        String text = bytes.toString(StandardCharsets.UTF_8);
        assertThat(code).as(text).isOne();
        assertThat(output.markdown())
                .content()
                .containsPattern("QuickFIX/J, no validation, jlbh 4,000/s FAILED: .*out of memory")
                .doesNotContain("TCP echo, jlbh 4,000/s FAILED");
        assertThat(output.csv()).content().contains("\necho,jlbh,end to end,off,4000,1,1,yes,");
    }

    @Test
    void aComparisonGoesOnWhereItEnded(@TempDir Path folder) throws Exception {
        OutputFolder output = new OutputFolder(folder);
        assertThat(echo(folder, "--blocks=1")).isZero();
        FileTime first = Files.getLastModifiedTime(output.result("echo-jlbh-4000", 1));

        assertThat(echo(folder, "--resume", "--blocks=2")).isZero();

        assertThat(Files.getLastModifiedTime(output.result("echo-jlbh-4000", 1)))
                .isEqualTo(first);
        assertThat(output.csv())
                .content()
                .contains("\necho,jlbh,end to end,off,4000,1,1,yes,", "\necho,jlbh,end to end,off,4000,2,1,yes,");
        assertThat(echo(folder, "--resume", "--blocks=2", "--heap=128m")).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    @Test
    @Tag("nightly")
    void aComparisonIsSetAgainstAllBlocksOfAnEarlierOne(@TempDir Path folder) throws Exception {
        Path earlier = folder.resolve("earlier");
        Path now = folder.resolve("now");
        assertThat(echo(earlier, "--blocks=3")).isZero();
        Files.delete(new OutputFolder(earlier).result("echo-jlbh-4000", 2));

        assertThat(echo(now, "--blocks=2", "--earlier=" + earlier)).isZero();

        assertThat(new OutputFolder(now).markdown())
                .content()
                .containsPattern("Measured twice: of 2 figures [012] \\(\\d+ %\\), the 95 %");
    }

    private static int echo(Path folder, String... arguments) {
        return FixDemo.commandLine(new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8))
                .execute(Stream.concat(
                                Stream.of(arguments),
                                Stream.of(
                                        "--java=" + JAVA,
                                        "--output=" + folder,
                                        "--engines=echo",
                                        "--rates=4000",
                                        "--idle=0",
                                        "--generator=park",
                                        "--iterations=200",
                                        "--warm-up=200"))
                        .toArray(String[]::new));
    }

    @Test
    void aServerServesWithoutAnInputAndEndsWhenItsCommandIsKilled(@TempDir Path temporary) throws Exception {
        try (RunningJvm command = ForkedJvm.of(FixDemo.class)
                .afterShell("exec < /dev/null")
                .classPath(classPath())
                .flags("-Djava.io.tmpdir=" + temporary)
                .arguments("server", "--listen=127.0.0.1:0", "--engine=echo", "--heap=64m", "--java=" + JAVA)
                .start()
                .awaitText("listening at ")) {
            List<ProcessHandle> children =
                    ProcessHandle.of(command.pid()).orElseThrow().children().toList();
            assertThat(children).isNotEmpty();
            Matcher listening = LISTENING.matcher(command.printed());
            assertThat(listening.find()).isTrue();

            assertEchoes(HostAndPort.parse(listening.group(1)));
            command.kill();

            await().atMost(Duration.ofMinutes(2)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    private static void assertEchoes(InetSocketAddress server) throws Exception {
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            byte[] order = PublishedOrder.bytes("1".repeat(19));
            socket.getOutputStream().write(order);
            assertThat(socket.getInputStream().readNBytes(order.length)).isEqualTo(order);
        }
    }

    private static Path[] classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toArray(Path[]::new);
    }
}
