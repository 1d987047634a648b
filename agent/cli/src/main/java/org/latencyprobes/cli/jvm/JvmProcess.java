package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.latencyprobes.agent.protocol.socket.ProcessIdentity;
import org.latencyprobes.agent.protocol.socket.SocketPlace;

/**
 * A process that is expected to be a JVM, as seen from outside. Where the system has no {@code /proc}, little is known, and only the attempt
 * to attach shows the rest.
 *
 * @param pid the process id as this process sees it
 */
record JvmProcess(long pid, ProcFolder proc, JavaCommand command) {

    private static final int SIGQUIT_BIT = 1 << 2;
    private static final int LEVELS_UP_TO_RELEASE_FILE = 6;
    private static final long POLL_MILLIS = 20;
    private static final long YOUNG_MILLIS = 1_000;
    private static final String UNKNOWN = "";

    /** What is known about a process, even if it does not exist. */
    static JvmProcess of(long pid) {
        ProcFolder proc = ProcFolder.of(pid);
        return new JvmProcess(pid, proc, new JavaCommand(proc.strings("cmdline"), proc.strings("environ")));
    }

    /** The process id as the process itself sees it, for example in a container. */
    long innerPid() {
        List<String> ids = proc.status("NSpid");
        return ids.isEmpty() ? pid : Long.parseLong(ids.get(ids.size() - 1));
    }

    boolean isThere() {
        return ProcFolder.exist()
                ? proc.isThere() && !state().equals("Z")
                : ProcessHandle.of(pid).isPresent();
    }

    /** Waits for the end of the process. Returns whether it has ended in time. */
    boolean endsWithin(Duration timeout) {
        long startNanos = System.nanoTime();
        while (isThere() && System.nanoTime() - startNanos < timeout.toNanos()) {
            try {
                Thread.sleep(POLL_MILLIS); // nothing tells of the end of a process that is not a child
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return !isThere();
            }
        }
        return !isThere();
    }

    boolean isOwn() {
        String own = ProcFolder.ownId();
        return own.isEmpty() ? pid == ProcessHandle.current().pid() : own.equals(String.valueOf(pid));
    }

    /** Whether the process is stopped, for example by {@code kill -STOP} or a debugger. */
    boolean isStopped() {
        return state().equalsIgnoreCase("t");
    }

    private String state() {
        List<String> state = proc.status("State");
        return state.isEmpty() ? UNKNOWN : state.get(0);
    }

    /** The effective user id, or −1. */
    int uid() {
        return uid(proc);
    }

    /**
     * The one user whose rights it has, or −1. One that runs a program of another user's, as {@code su} is root's, has those of both, for as
     * long as it likes: its effective id says nothing about who made it.
     */
    int onlyUid() {
        return onlyOf(proc.status("Uid"));
    }

    /** Of its real, effective, saved and file system's user. */
    static int onlyOf(List<String> uids) {
        Set<String> ids = new HashSet<>(uids);
        return ids.size() == 1 ? Integer.parseUnsignedInt(ids.iterator().next()) : -1;
    }

    static int ownUid() {
        return uid(ProcFolder.own());
    }

    private static int uid(ProcFolder process) {
        List<String> ids = process.status("Uid");
        return ids.size() < 2 ? -1 : Integer.parseInt(ids.get(1));
    }

    /** Whether this process's user is one in the process's user namespace: a JVM answers nobody else. */
    boolean knowsOwnUser() {
        return proc.knowsUser(ownUid());
    }

    String user() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().user())
                .orElse(uid() < 0 ? UNKNOWN : String.valueOf(uid()));
    }

    static String ownUser() {
        return ProcessHandle.current().info().user().orElse("another user");
    }

    /** The program's name, for messages about a process that is not a JVM. */
    String name() {
        return String.join(" ", proc.status("Name"));
    }

    boolean isJvm() {
        return !ProcFolder.exist() || !proc.jvmLibrary().isEmpty() || isUnreadable() && command.isJava();
    }

    /** Whether the process is another user's, so that most of its data cannot be read. */
    boolean isUnreadable() {
        return proc.link("exe").isEmpty();
    }

    /** The version in the file {@code release} of its JDK; empty if there is none. */
    String javaVersion() {
        String library = proc.jvmLibrary();
        Path folder = library.isEmpty() ? null : inside(library).getParent();
        for (int level = 0; folder != null && level < LEVELS_UP_TO_RELEASE_FILE; level++) {
            String version = versionIn(folder.resolve("release"), BoundedFile.TIMEOUT);
            if (!version.isEmpty()) {
                return version;
            }
            folder = folder.getParent();
        }
        return UNKNOWN;
    }

    static String versionIn(Path releaseFile, Duration timeout) {
        try {
            return new String(BoundedFile.read(releaseFile, timeout), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** The Java feature number of a version such as {@code 17.0.15} or {@code 1.8.0_452}; 0 if the text is not a version. */
    static int feature(String version) {
        String number = version.startsWith("1.") ? version.substring(2) : version;
        String digits = number.replaceFirst("\\D.*", "");
        return digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
    }

    /** Whether the JVM already listens for attach requests, so that it needs no signal. */
    boolean isListening() {
        return Files.exists(attachSocket()) && !isLeft(attachSocket());
    }

    String attachSocketName() {
        return ".java_pid" + innerPid();
    }

    Path attachSocket() {
        return inside("/tmp/" + attachSocketName());
    }

    /**
     * Whether it is another process that listens for its attach requests: one with the same id in another container that shares the folder.
     * False where that cannot be known.
     */
    boolean isListeningSocketAnothers() {
        if (innerPid() == pid || !isListening()) {
            return false;
        }
        Set<String> inodes = proc.socketInodes("/tmp/" + attachSocketName());
        List<String> open = proc.openFiles();
        return !open.isEmpty() && open.stream().noneMatch(file -> inodes.contains(file));
    }

    /** Whether a socket for attach requests is older than the process: an earlier one of the same id has left it. */
    boolean isLeft(Path socket) {
        try {
            Instant made =
                    Files.getLastModifiedTime(socket, LinkOption.NOFOLLOW_LINKS).toInstant();
            return start().filter(start -> made.plusSeconds(1).isBefore(start)).isPresent();
        } catch (IOException e) { // there is none
            return false;
        }
    }

    private Optional<Instant> start() {
        return ProcessHandle.of(pid).flatMap(handle -> handle.info().startInstant());
    }

    /**
     * Whether the process handles SIGQUIT, the signal that makes a JVM listen. The signal would end any other process, and a JVM that has
     * just begun to start. A process that a JVM has just begun looks like that JVM until it runs its own program, and handles what the JVM
     * does. So the answer comes when the process is {@value #YOUNG_MILLIS} ms old, or later.
     */
    boolean handlesSigquit() {
        awaitAge();
        List<String> mask = proc.status("SigCgt");
        return mask.isEmpty() || (Long.parseUnsignedLong(mask.get(0), 16) & SIGQUIT_BIT) != 0;
    }

    private void awaitAge() {
        Optional<Instant> start = start();
        long ageMillis = start.isEmpty()
                ? YOUNG_MILLIS
                : Duration.between(start.get(), Instant.now()).toMillis();
        try {
            // its age is the condition, and only time brings that
            Thread.sleep(Math.min(YOUNG_MILLIS, Math.max(0, YOUNG_MILLIS - ageMillis)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the process sees other files than this one, as in a container or with a private {@code /tmp}. */
    boolean hasOwnFiles() {
        String space = proc.link("ns/mnt");
        String root = proc.link("root");
        return !space.isEmpty() && !space.equals(ProcFolder.own().link("ns/mnt"))
                || !root.isEmpty() && !root.equals(ProcFolder.own().link("root"));
    }

    /** The path by which this process reaches a path of that process. */
    Path inside(String path) {
        return hasOwnFiles() ? proc.path("root").resolve(path.substring(1)) : Path.of(path);
    }

    /** Who has to own the agent's socket. Where the system does not tell, this user: nobody else gets there. */
    int socketOwner() throws IOException {
        return ProcFolder.exist()
                ? uid()
                : (Integer) Files.getAttribute(Path.of(System.getProperty("user.home")), "unix:uid");
    }

    /** What tells it from others; one that nobody is where that cannot be known. */
    ProcessIdentity identity() {
        String stat = proc.stat();
        ProcessIdentity identity = stat.isEmpty()
                ? ProcessHandle.of(pid).map(ProcessIdentity::of).orElse(null)
                : ProcessIdentity.of(innerPid(), stat, proc.link("ns/pid"))
                        .startedLater(proc.startOffset() - ProcFolder.own().startOffset());
        return identity == null ? new ProcessIdentity(pid, "", "") : identity;
    }

    /** The folders in one of which the agent's socket is, as this process sees them. */
    List<Path> socketFolders() {
        String name = SocketPlace.name(identity());
        List<Path> folders = new ArrayList<>();
        for (String parent : SocketPlace.parents(command::variable)) {
            try {
                folders.add(inside(parent).resolve(name));
            } catch (InvalidPathException e) {
                continue; // of letters that this process's locale does not have
            }
        }
        return folders;
    }

    Path workingFolder() {
        return proc.path("cwd");
    }

    List<Path> openJars() {
        return proc.openJars();
    }

    @Override
    public String toString() {
        return "JVM " + pid;
    }
}
