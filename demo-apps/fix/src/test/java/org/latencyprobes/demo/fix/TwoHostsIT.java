package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.kit.RunningJvm;
import org.latencyprobes.demo.common.OutputFolder;

/** A test of server and client as on two hosts: in network namespaces of their own that a virtual cable joins. Only root may make them. */
@EnabledOnOs(OS.LINUX)
@Tag("nightly")
class TwoHostsIT {

    private static final int SIGTERM = 128 + 15;
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int MESSAGES = 1_000;

    /** An address for documentation, which no host has. */
    private static final String SERVER_ADDRESS = "192.0.2.1";

    private static final String CLIENT_ADDRESS = "192.0.2.2";

    private final String server = "fix-s" + ProcessHandle.current().pid();
    private final String client = "fix-c" + ProcessHandle.current().pid();

    @TempDir
    private Path parent;

    @BeforeEach
    void lay() throws Exception {
        run("netns add " + server);
        run("netns add " + client);
        run("link add " + server + " netns " + server + " type veth peer name " + client + " netns " + client);
        plug(server, SERVER_ADDRESS);
        plug(client, CLIENT_ADDRESS);
    }

    private static void plug(String name, String address) throws Exception {
        run("-n " + name + " address add " + address + "/24 dev " + name);
        run("-n " + name + " link set " + name + " up");
        run("-n " + name + " link set lo up");
    }

    @AfterEach
    void removeBoth() throws Exception {
        ip("netns delete " + server);
        ip("netns delete " + client);
    }

    @Test
    void areMeasuredByTheCommand() throws IOException {
        BuiltCommand command = new BuiltCommand(parent);
        OutputFolder output = new OutputFolder(parent.resolve("output"));
        try (RunningJvm serving = command.with("server", "--listen=" + SERVER_ADDRESS + ":0", "--engine=artio")
                .arguments("--heap=256m")
                .afterShell(in(server))
                .start()
                .awaitText("listening at " + SERVER_ADDRESS)) {
            String address = serving.printed().split("listening at ")[1].split("\\s")[0];
            command.with("client", "--connect=" + address, "--engines=artio", "--scenario=jlbh", "--rates=4000")
                    .arguments(
                            "--iterations=" + MESSAGES,
                            "--warm-up=200",
                            "--idle=0",
                            "--generator=park",
                            "--runs=1",
                            "--blocks=1")
                    .arguments("--heap=256m", "--output=" + output.root())
                    .afterShell(in(client))
                    .start()
                    .finish(LONGEST)
                    .expectExit(0);
            serving.terminate().expectExit(SIGTERM);
        }

        assertThat(output.markdown()).content().contains("server at " + SERVER_ADDRESS + ":");
        assertThat(CsvRows.of(output))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).containsEntry("count", "" + MESSAGES));
        command.assertNothingLeft();
    }

    private static String in(String namespace) {
        return "exec ip netns exec " + namespace + " \"$0\" \"$@\"";
    }

    /** Runs a command of ip. In containers and for users other than root some step is refused; then the test does not apply. */
    private static void run(String arguments) throws Exception {
        String refusal = ip(arguments);
        assumeTrue(refusal.isEmpty(), () -> "no two hosts here: ip " + arguments + ": " + refusal);
    }

    /** Runs a command of ip, and returns why it failed; empty if it did not. */
    private static String ip(String arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", "ip " + arguments)
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exitCode = process.waitFor();
        return exitCode == 0 ? "" : "exit code " + exitCode + ", " + printed;
    }
}
