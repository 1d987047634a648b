package org.latencyprobes.agent.command;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.kit.CommandLine.filesOf;
import static org.latencyprobes.agent.kit.CommandLine.jarsIn;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.Repository;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of the command line with JVMs of other users and in other name spaces, as containers have them. They need root. */
@EnabledIf(value = "isRoot", disabledReason = "users and name spaces are root's to change")
@ResourceLock(CommandLine.ALL_JVMS)
@Tag("full")
final class CommandLinePlacesIT {

    private static final Path TMP = Path.of("/tmp");
    private static final String NOBODY = "65534";
    private static final String READ_ONLY = "mount -t tmpfs -o ro tmpfs /tmp";
    private static final String[] AS_NOBODY = {"setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"};

    @TempDir
    private Path hidden;

    private final Set<String> jarsBefore = jarsIn(TMP);
    private Path folder;
    private Path jar;
    private Process process;
    private Path stderr;
    private ProcessHandle jvm;

    static boolean isRoot() throws IOException {
        return System.getProperty("user.name").equals("root") && canUnshare();
    }

    private static boolean canUnshare() throws IOException {
        return new ProcessBuilder("unshare", "--mount", "--pid", "--fork", "true")
                        .start()
                        .onExit()
                        .join()
                        .exitValue()
                == 0;
    }

    /** A JVM started by another program: the only descendant process with the name java. */
    private void start(String... before) throws IOException {
        startWith(null, before);
    }

    /** With the agent from the start, unless its options are null. Its data for other tools would not fit into a small {@code /tmp}. */
    private void startWith(String options, String... before) throws IOException {
        jar = Files.copy(ForkedJvm.AGENT, hidden.resolve("agent.jar"), StandardCopyOption.REPLACE_EXISTING);
        folder = folder == null ? Files.createTempDirectory(Path.of("/var/tmp"), "places") : folder;
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path fixture = Files.createDirectories(
                folder.resolve(Repository.class.getPackageName().replace('.', '/')));
        Path classes = ForkedJvm.homeOf(Repository.class).resolve(folder.relativize(fixture));
        try (DirectoryStream<Path> needed = Files.newDirectoryStream(classes, "{Repository,Orders}*.class")) {
            for (Path file : needed) {
                Files.copy(file, fixture.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        List<String> command = new ArrayList<>(List.of(before));
        String allowed = "-Dlatencyprobes.deoptimise=allow"; // nobody is there to be asked
        command.addAll(List.of(Jdk.HOME.resolve("bin/java").toString(), "-XX:-UsePerfData", allowed));
        if (options != null) {
            jar = visible();
            command.add("-javaagent:" + jar + '=' + options);
        }
        command.addAll(List.of("-cp", folder.toString(), Repository.class.getName()));
        stderr = RunningJvm.reportFile(".stderr.txt");
        process = new ProcessBuilder(command).redirectError(stderr.toFile()).start();
        byte[] ready = process.getInputStream().readNBytes("ready".length());
        assertThat(new String(ready)).isEqualTo("ready");
        jvm = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(handle -> handle.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .orElseThrow();
    }

    @AfterEach
    void end() throws IOException {
        jvm.destroyForcibly();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** The jar where all JVMs can see it. */
    private Path visible() throws IOException {
        return Files.copy(ForkedJvm.AGENT, folder.resolve("agent.jar"));
    }

    private JvmResult run(Object... arguments) {
        return CommandLine.of(jar, arguments).run();
    }

    /** Tests every command with a jar that the JVM cannot see. */
    private void assertWorks() {
        assertThat(run("attach", jvm.pid()).expectExit(0).stdout()).startsWith("attached: ");
        assertThat(run("list").stdout())
                .containsPattern(jvm.pid() + " +" + Repository.class.getName() + " .* 0\\.1\\.0");
        assertThat(folderOfSocket()).exists();
        run("detach", jvm.pid()).expectExit(0);
        assertThat(folderOfSocket()).doesNotExist();
        assertNoFileIsLeftIn(TMP);
        assertNoFileIsLeftIn(Path.of("/proc", String.valueOf(jvm.pid()), "root", "tmp"));
    }

    /** Another run of these tests may have a copy of the jar there for a moment. */
    private void assertNoFileIsLeftIn(Path folderOfAll) {
        assertThat(filesOf(jvm.pid(), folderOfAll)).isEmpty();
        Awaitility.await().atMost(5, MINUTES).until(() -> jarsBefore.containsAll(jarsIn(folderOfAll)));
    }

    /** As this process sees it. */
    private Path folderOfSocket() {
        String stat = read("stat");
        String status = read("status");
        String inner =
                status.substring(status.indexOf("NSpid:")).lines().findFirst().orElseThrow();
        String start = stat.substring(stat.lastIndexOf(')')).split(" ")[20];
        return Path.of(
                "/proc",
                String.valueOf(jvm.pid()),
                "root",
                "tmp",
                "latency-probes." + inner.replaceAll(".*\\s", "") + '.' + start);
    }

    private String read(String name) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(jvm.pid()), name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void rootReachesAnotherUsersJvm() throws IOException {
        start(AS_NOBODY);
        assertWorks();
        Path mounted = Files.writeString(folder.resolve("mounted.properties"), "interval=2h");
        Files.setPosixFilePermissions(mounted, PosixFilePermissions.fromString("rw-r-----"));
        Files.setAttribute(
                mounted, "unix:gid", Integer.valueOf(NOBODY)); // as a ConfigMap is root's, and the group's to read
        JvmResult again =
                run("attach", jvm.pid(), "config=" + mounted).expectExit(0); // the JVM remembers the deleted jar
        assertThat(again.stdout()).containsPattern("interval +2h +file " + mounted);
        run("detach", jvm.pid()).expectExit(0);
    }

    /** The JVM may not remove it, nor have a socket of its own there. */
    @Test
    void rootReachesAJvmWhoseSocketAnEarlierProcessOfAnotherUserLeft() throws IOException {
        start(AS_NOBODY);
        leaveSocket();
        assertWorks();
    }

    /** As an earlier process of the same id left it in the {@code /tmp} of this process. */
    private void leaveSocket() throws IOException {
        Path socket = Path.of("/tmp/.java_pid" + jvm.pid());
        Files.deleteIfExists(socket);
        try (ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(socket));
        }
        Files.setLastModifiedTime(socket, FileTime.fromMillis(0));
    }

    @Test
    @Tag("each-jdk")
    void aUserDoesNotReachAnothersJvm() throws IOException {
        start();
        Path readable = Files.copy(ForkedJvm.AGENT, folder.resolve("agent.jar"));
        List<String> command = new ArrayList<>(List.of(AS_NOBODY));
        command.addAll(List.of(
                Jdk.HOME.resolve("bin/java").toString(),
                "-jar",
                readable.toString(),
                "attach",
                String.valueOf(jvm.pid())));
        Process attach = new ProcessBuilder(command).start();
        assertThat(new String(attach.getErrorStream().readAllBytes()))
                .startsWith("process " + jvm.pid() + " belongs to user root, this command line runs as nobody")
                .contains("sudo -u root");
        assertThat(attach.onExit().join().exitValue()).isEqualTo(3);
    }

    @Test
    @Tag("each-jdk")
    void aUserReachesNoSocketOfAnother() throws IOException {
        start();
        run("attach", jvm.pid()).expectExit(0);
        Path socket = AgentSocket.all(jvm.pid()).get(0);
        for (Path path : List.of(socket, socket.getParent().resolve("."))) {
            assertThat(asNobody("ls", "-l", path.toString())).contains("Permission denied");
        }
        assertIsRefusedWithin(socket);
    }

    /** The right to enter any folder is not yet that to ask. */
    private static void assertIsRefusedWithin(Path socket) throws IOException {
        List<String> command = new ArrayList<>(List.of(AS_NOBODY));
        command.addAll(List.of("--inh-caps=+dac_override", "--ambient-caps=+dac_override", "curl", "-sS", "-i"));
        command.addAll(List.of("--unix-socket", socket.toString(), "http://localhost/status"));
        Process curl = new ProcessBuilder(command).start();
        assertThat(new String(curl.getInputStream().readAllBytes()))
                .contains("403 Forbidden", "answers its own user and root alone");
    }

    private static String asNobody(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(AS_NOBODY));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).start();
        return new String(process.getErrorStream().readAllBytes());
    }

    @Test
    void aJvmWithProcessIdsAndFilesOfItsOwn() throws IOException {
        start(unshare("--pid --mount --fork --mount-proc", "mount -t tmpfs tmpfs /tmp"));
        assertWorks();
    }

    @Test
    void aJvmWithATmpOfItsOwn() throws IOException {
        start(unshare("--mount", "mount -t tmpfs tmpfs /tmp"));
        leaveSocket();
        assertWorks();
    }

    /** As root in a container that may not look into other processes. */
    @Test
    void anotherUsersJvmWithATmpOfItsOwnNeedsACapability() throws IOException {
        List<String> asNobody = new ArrayList<>(List.of(unshare("--mount", "mount -t tmpfs tmpfs /tmp")));
        asNobody.addAll(List.of(AS_NOBODY));
        start(asNobody.toArray(new String[0]));
        List<String> attach =
                new ArrayList<>(List.of("setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"));
        attach.addAll(List.of(
                Jdk.HOME.resolve("bin/java").toString(), "-jar", jar.toString(), "attach", String.valueOf(jvm.pid())));
        Process refused = new ProcessBuilder(attach).start();
        assertThat(new String(refused.getErrorStream().readAllBytes()))
                .contains("which only user nobody or the capability SYS_PTRACE can reach");
        assertThat(refused.onExit().join().exitValue()).isEqualTo(3);
    }

    @Test
    void aJvmWhoseTmpCannotBeWritten() throws IOException {
        start(unshare("--mount", READ_ONLY));
        JvmResult result = run("attach", jvm.pid()).expectExit(3);
        assertThat(result.stderr())
                .startsWith("JVM " + jvm.pid() + " cannot be attached to, since nobody can write to its /tmp");
    }

    @Test
    void aJvmThatWasStartedWithTheAgentAndHasNoPlaceForItsSocketSaysSo() throws IOException {
        List<String> before = new ArrayList<>(List.of(unshare("--mount", READ_ONLY)));
        before.addAll(List.of("env", "-u", "XDG_RUNTIME_DIR", "-u", "HOME"));
        startWith("startup=0s", before.toArray(new String[0]));
        Awaitility.await()
                .atMost(5, MINUTES)
                .untilAsserted(() -> assertThat(stderr)
                        .content()
                        .contains("no command reaches this agent, which has no socket and tries again each minute ("));
        assertThat(run("status", jvm.pid()).expectExit(3).stderr())
                .contains(
                        " cannot be attached to, since nobody can write to its /tmp, and the agent that it was started with has")
                .doesNotContain("-javaagent");
    }

    /** Its socket's address, through the folder of its process, is longer than an address may be. */
    @Test
    void aJvmWhoseTmpCannotBeWrittenIsAskedWhereItWasStartedWithTheAgent() throws IOException {
        Path own = Files.createTempDirectory(Path.of("/var/tmp"), "o".repeat(34));
        List<String> before = new ArrayList<>(List.of(unshare("--mount", READ_ONLY)));
        before.addAll(List.of("env", "XDG_RUNTIME_DIR=" + own));
        startWith("startup=0s", before.toArray(new String[0]));
        Awaitility.await().atMost(5, MINUTES).until(() -> own.toFile().list().length > 0);
        Path socket = own.resolve(own.toFile().list()[0]).resolve("socket");
        assertThat(socket.toString().length()).isLessThan(108);
        assertThat(Path.of("/proc/" + jvm.pid() + "/root" + socket).toString().length())
                .isGreaterThan(108);
        assertThat(run("status", jvm.pid()).expectExit(0).stdout()).contains(socket.toString());
        run("detach", jvm.pid()).expectExit(0);
        Files.delete(own);
    }

    /** On such a disk no file could be written that had to carry an answer. */
    @Test
    void aJvmWhoseTmpIsFull() throws IOException {
        start(unshare("--mount", "mount -t tmpfs -o size=64k tmpfs /tmp"));
        jar = visible();
        Path full = Path.of("/proc", String.valueOf(jvm.pid()), "root", "tmp", "full");
        try (OutputStream filling = Files.newOutputStream(full)) {
            while (true) {
                filling.write(new byte[4096]);
            }
        } catch (IOException noSpace) {
            assertThat(full.toFile().length()).isPositive();
        }
        assertThat(run("attach", jvm.pid()).expectExit(0).stdout()).startsWith("attached: ");
        run("status", jvm.pid()).expectExit(0);
        run("detach", jvm.pid()).expectExit(0);
    }

    /** Both are process 1, and the first one listens where the JDK looks for the second. */
    @Test
    @Tag("each-jdk")
    void aJvmIsNeverTakenForAnotherThatSharesItsTmp() throws IOException {
        Path shared = Files.createDirectory(hidden.resolve("shared"));
        String[] container = unshare("--pid --mount --fork --mount-proc", "mount --bind " + shared + " /tmp");
        start(container);
        Process first = process;
        ProcessHandle firstJvm = jvm;
        start(container);
        try {
            assertThat(run("attach", firstJvm.pid()).expectExit(0).stdout()).startsWith("attached: ");
            assertThat(run("attach", jvm.pid()).expectExit(3).stderr())
                    .startsWith("another process listens where JVM " + jvm.pid() + " would");
            assertThat(run("report", jvm.pid()).expectExit(4).stderr()).startsWith("no agent in this JVM");
            run("detach", firstJvm.pid()).expectExit(0);
            assertThat(run("attach", firstJvm.pid()).expectExit(0).stdout()).startsWith("attached: "); // it listens now
        } finally {
            firstJvm.destroyForcibly();
            first.onExit().join();
        }
    }

    /** As of a container without root: root of outside is nobody there. */
    @Test
    @Tag("each-jdk")
    void aJvmInAUserNamespaceOfItsOwn() throws IOException {
        List<String> before = new ArrayList<>(List.of(AS_NOBODY));
        before.addAll(List.of("unshare", "--user", "--map-root-user"));
        startWith("startup=0s", before.toArray(new String[0]));
        Awaitility.await()
                .atMost(5, MINUTES)
                .until(() -> Files.exists(folderOfSocket().resolve("socket")));
        run("status", jvm.pid()).expectExit(0);
        run("detach", jvm.pid()).expectExit(0);
        String enter = "nsenter -U -t " + jvm.pid();
        assertThat(run("attach", jvm.pid()).expectExit(3).stderr()).contains(enter);
        InputStream printed = process.getInputStream();
        assertThat(new String(printed.readNBytes(printed.available())))
                .as("threads that it printed")
                .isBlank();
        CommandLine.of(jar, "attach", jvm.pid())
                .afterShell("exec " + enter + " \"$0\" \"$@\"")
                .run()
                .expectExit(0);
    }

    @Test
    void aJvmThatCountsTimeFromAnotherMoment() throws IOException {
        start("unshare", "--time", "--boottime", "86400", "--fork");
        run("attach", jvm.pid()).expectExit(0);
        run("status", jvm.pid()).expectExit(0);
        run("detach", jvm.pid()).expectExit(0);
    }

    private static String[] unshare(String options, String mount) {
        List<String> command = new ArrayList<>(List.of("unshare"));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("sh", "-c", mount + " && exec \"$0\" \"$@\""));
        return command.toArray(new String[0]);
    }
}
