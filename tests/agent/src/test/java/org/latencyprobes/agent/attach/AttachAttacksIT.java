package org.latencyprobes.agent.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.Facts;
import org.latencyprobes.agent.fixture.HelloWorld;
import org.latencyprobes.agent.fixture.Orders;
import org.latencyprobes.agent.fixture.attach.ClassSearch;
import org.latencyprobes.agent.fixture.attach.LinkPlanter;
import org.latencyprobes.agent.fixture.attach.TurningSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Attacks on root's command while it attaches to a JVM that can't read the agent's jar: by another user of the machine, and by whoever owns the
 * files of a container.
 */
@EnabledIf(
        value = "org.latencyprobes.agent.command.CommandLinePlacesIT#isRoot",
        disabledReason = "users and name spaces are root's to change")
@ResourceLock(CommandLine.ALL_JVMS)
@Tag("full")
@Tag("each-jdk")
final class AttachAttacksIT {

    private static final String AS_NOBODY = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    private static final String AS_ATTACKER = "setpriv --reuid=1 --regid=1 --clear-groups";
    private static final int ATTACKER = 1;
    private static final int NOBODY = 65534;
    private static final int ATTACHES = 5;

    /** Root's own. */
    @TempDir
    private Path hidden;

    private Path jar;
    private Path classes;
    private Path victim;
    private RunningJvm jvm;

    @BeforeEach
    void copyClasses() throws IOException {
        jar = Files.copy(ForkedJvm.AGENT, hidden.resolve("agent.jar"));
        classes = readable("classes");
        Path home = ForkedJvm.homeOf(ClassSearch.class);
        List<Class<?>> needed = List.of(
                ClassSearch.class,
                LinkPlanter.class,
                TurningSocket.class,
                Orders.class,
                Orders.Work.class,
                Facts.class);
        for (Class<?> type : needed) {
            String file = type.getName().replace('.', '/') + ".class";
            Files.createDirectories(classes.resolve(file).getParent());
            Files.copy(home.resolve(file), classes.resolve(file));
        }
        victim = Files.writeString(readable("victim").resolve("victim"), "root's");
    }

    private static Path readable(String name) throws IOException {
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), name);
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void end() throws IOException {
        if (jvm != null) {
            jvm.kill();
            Files.deleteIfExists(Path.of("/tmp/latency-probes-agent-" + CommandLine.VERSION + '-' + jvm.pid()));
        }
        for (Path folder : List.of(classes, victim.getParent())) {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private RunningJvm start(Class<?> fixture, String shell, Object... arguments) {
        return ForkedJvm.of(fixture)
                .quick()
                .classPath(classes)
                .flags("--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED")
                .arguments(arguments)
                .afterShell("exec " + shell + " \"$0\" \"$@\"")
                .start()
                .awaitText("ready");
    }

    private JvmResult run(Path agent, Object... arguments) {
        return CommandLine.of(agent, arguments).run();
    }

    /** The JVM searches whatever is in the place of a jar that was removed before it was opened. */
    @Test
    void nobodyElsesClassesComeInThePlaceOfTheCopyOfTheJar() throws IOException {
        jvm = start(ClassSearch.class, AS_NOBODY);
        Path readable = Files.copy(ForkedJvm.AGENT, classes.resolve("agent.jar")); // the launcher comes out of this one
        for (Path agent : List.of(readable, jar)) {
            run(agent, "attach", jvm.pid()).expectExit(0);
            run(agent, "detach", jvm.pid()).expectExit(0);
        }
        Path evil = Jars.jar(classes.resolve("evil.jar"), Map.of(), HelloWorld.class);
        List<Path> removed = removedJars();
        assertThat(removed).isNotEmpty();
        for (Path path : removed) {
            asAttacker("mkdir -p " + path.getParent() + " && cp " + evil + ' ' + path);
        }
        try {
            assertThat(removed).as("the attack").allMatch(Files::exists);
            jvm.order("search");
            assertThat(jvm.fact("found")).isEqualTo("false");
        } finally {
            for (Path path : removed) {
                Files.deleteIfExists(path);
                if (!path.getParent().equals(Path.of("/tmp"))) {
                    Files.deleteIfExists(path.getParent());
                }
            }
        }
    }

    /** The launcher stays in the JVM, and raw options of other tools name no jar to it. */
    @Test
    void nobodyElsesAgentIsStartedInThePlaceOfTheCopyOfTheJar() throws IOException {
        jvm = start(ClassSearch.class, AS_NOBODY);
        run(jar, "attach", jvm.pid()).expectExit(0);
        run(jar, "detach", jvm.pid()).expectExit(0);
        Path readable = Files.copy(ForkedJvm.AGENT, classes.resolve("agent.jar"));
        Path removed = removedJars().get(0);
        asAttacker("mkdir -p " + removed.getParent() + " && cp " + readable + ' ' + removed);
        try {
            assertThat(removed).as("the attack").exists();
            Jdk.tool("jcmd", jvm.pid(), "JVMTI.agent_load", readable, "interval=1h");
            jvm.awaitText("another user's file now");
        } finally {
            Files.deleteIfExists(removed);
            Files.deleteIfExists(removed.getParent());
        }
    }

    private List<Path> removedJars() {
        jvm.order("path");
        List<Path> removed = new ArrayList<>();
        for (String url : jvm.fact("path").split(" ")) {
            Path path = Path.of(URI.create(url));
            if (Files.notExists(path)) {
                removed.add(path);
            }
        }
        return removed;
    }

    private static void asAttacker(String command) throws IOException {
        new ProcessBuilder("sh", "-c", "exec " + AS_ATTACKER + " sh -c '" + command + "'")
                .inheritIO()
                .start()
                .onExit()
                .join();
    }

    /** Such as the volume of a pod that its containers share: whoever may write there may rename what is another's. */
    @Test
    void noLinkInASharedFolderLeadsToAFileOfRoots() throws IOException {
        jvm = start(ClassSearch.class, unshared("mount -t tmpfs -o mode=0777 tmpfs /tmp") + ' ' + AS_NOBODY);
        String inside = "nsenter --target " + jvm.pid() + " --mount " + AS_ATTACKER;
        try (RunningJvm attacker = start(LinkPlanter.class, inside, "/tmp", victim)) {
            for (int i = 0; i < ATTACHES; i++) {
                run(jar, "attach", jvm.pid());
                run(jar, "detach", jvm.pid());
                assertThat(victim).hasContent("root's");
                assertThat(Files.getOwner(victim).getName()).isEqualTo("root");
            }
            attacker.kill();
        }
    }

    private static String unshared(String commands) {
        return "unshare --mount sh -c '" + commands + " && exec \"$0\" \"$@\"'";
    }

    /** What is absolute in a container leads, from outside, into the host's own files. */
    @Test
    void aLinkInThePlaceOfAContainersTmpIsNotFollowed() throws IOException {
        Path root = classes.resolve("root");
        Files.createDirectory(root);
        StringBuilder container = new StringBuilder("mount -t tmpfs tmpfs " + root);
        for (String folder : List.of("bin", "lib", "lib64", "usr", "etc", "dev", "proc", "var")) {
            if (Files.exists(Path.of("/" + folder))) {
                container.append(" && mkdir " + root + '/' + folder + " && mount --rbind /" + folder + ' ' + root + '/'
                        + folder);
            }
        }
        container.append(" && ln -s " + victim.getParent() + ' ' + root + "/tmp && exec chroot " + root);
        jvm = start(ClassSearch.class, "unshare --mount sh -c '" + container + " \"$0\" \"$@\"'");
        long before = Files.getLastModifiedTime(victim.getParent()).toMillis();
        assertThat(run(jar, "attach", jvm.pid()).expectExit(3).stderr())
                .contains("has a symbolic link in place of its /tmp");
        assertThat(Files.getLastModifiedTime(victim.getParent()).toMillis()).isEqualTo(before);
    }

    /** Each request is a connection by a name that is the attacker's. What it leads to would load the attacker's jar. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noRequestFollowsALinkToAnotherJvm(boolean isContainer) throws IOException {
        try (ServerSocketChannel roots = listen(victim.resolveSibling("socket"))) {
            jvm = start(
                    TurningSocket.class,
                    isContainer ? unshared("mount -t tmpfs tmpfs /tmp") : AS_ATTACKER,
                    victim.resolveSibling("socket"));
            JvmResult result = run(jar, "attach", jvm.pid());
            assertThat(received(roots)).isEmpty();
            assertThat(result.expectExit(3).stderr()).contains(" is no socket of user ");
        }
        Path link = Path.of("/proc", "" + jvm.pid(), "root", "tmp", ".java_pid" + jvm.pid());
        assertThat(Files.readSymbolicLink(link)).as("the attack").isEqualTo(victim.resolveSibling("socket"));
        Files.delete(link);
    }

    private static ServerSocketChannel listen(Path place) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(place));
        server.configureBlocking(false);
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rw-------"));
        return server;
    }

    /** What commands have sent that have ended. */
    private static String received(ServerSocketChannel server) throws IOException {
        StringBuilder received = new StringBuilder();
        for (SocketChannel client = server.accept(); client != null; client = server.accept()) {
            try (SocketChannel ended = client) {
                received.append(new String(Channels.newInputStream(ended).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return received.toString();
    }

    /** As in the moment when a link has just led elsewhere: the file is the JVM's user's, and who listens is another's. */
    @Test
    void theKernelIsAskedWhoListensBeforeAnythingIsSent() throws IOException {
        jvm = start(ClassSearch.class, AS_NOBODY);
        Path place = Path.of("/tmp/.java_pid" + jvm.pid());
        Files.deleteIfExists(place); // of an earlier process
        try (ServerSocketChannel roots = listen(place)) {
            Files.setAttribute(place, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
            JvmResult result = run(jar, "attach", jvm.pid());
            assertThat(received(roots)).isEmpty();
            assertThat(result.expectExit(3).stderr()).contains("somebody else listens");
        } finally {
            Files.deleteIfExists(place);
        }
    }

    /** The JDK lets root connect to whatever has the name. */
    @Test
    void nobodyElseGetsTheRequestInThePlaceOfTheJvm() throws IOException {
        jvm = start(ClassSearch.class, AS_NOBODY);
        Path place = Path.of("/tmp/.java_pid" + jvm.pid());
        Files.deleteIfExists(place); // of an earlier process
        try (ServerSocketChannel attacker = listen(place)) {
            Files.setAttribute(place, "unix:uid", ATTACKER, LinkOption.NOFOLLOW_LINKS);
            assertThat(run(jar, "attach", jvm.pid(), "prometheus.token=secret")
                            .expectExit(3)
                            .stderr())
                    .contains(place + " is no socket of user nobody's");
            assertThat(attacker.accept()).isNull();
        } finally {
            Files.deleteIfExists(place);
        }
    }

    /** The JDK would make an empty file of root's where it leads. */
    @Test
    void aLinkInThePlaceOfTheFileThatAsksTheJvmToListenIsNotFollowed() throws IOException {
        jvm = start(ClassSearch.class, AS_NOBODY);
        Path link = Path.of("/tmp/.attach_pid" + jvm.pid());
        Path made = victim.resolveSibling("made");
        Files.createSymbolicLink(link, made);
        try {
            run(jar, "attach", jvm.pid()).expectExit(0);
            run(jar, "detach", jvm.pid()).expectExit(0);
            assertThat(made).doesNotExist();
        } finally {
            Files.delete(link);
        }
    }
}
