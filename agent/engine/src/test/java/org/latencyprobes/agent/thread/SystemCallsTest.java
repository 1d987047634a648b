package org.latencyprobes.agent.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.Await;
import org.latencyprobes.agent.base.ProcFile;
import org.latencyprobes.explain.WaitKind;

@EnabledOnOs(OS.LINUX)
@EnabledIf("isKnown")
final class SystemCallsTest {

    private static final int SOCKET = WaitKind.SOCKET.ordinal();
    private static final int FILE = WaitKind.FILE.ordinal();
    private static final int LONG_MILLIS = 600_000;

    @TempDir
    private Path folder;

    /** What a thread waits in, and may be interrupted out of by closing. */
    @FunctionalInterface
    private interface Wait {
        void run() throws Exception;
    }

    static boolean isKnown() {
        return SystemCalls.areKnown();
    }

    /** What is told of a thread that waits, once that is so; its end is not waited for. */
    private static void awaitKind(int kind, Wait wait, AutoCloseable... ending) throws Exception {
        AtomicReference<String> task = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                task.set(Path.of("/proc/thread-self").toRealPath().toString());
                wait.run();
            } catch (Exception closed) {
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
        Await.patiently().until(() -> task.get() != null);
        try (SystemCalls calls = new SystemCalls();
                ProcFile file = ProcFile.open(task.get() + "/syscall", SystemCalls.BYTES)) {
            Await.patiently().until(() -> calls.kind(file, calls.read(file)) == kind);
        }
        for (AutoCloseable each : ending) {
            each.close();
        }
        thread.interrupt();
        Await.patiently().until(() -> !thread.isAlive());
    }

    @Test
    void readsOfSocketsWithATimeoutAndWithout() throws Exception {
        for (int timeout : new int[] {0, LONG_MILLIS}) {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                client.setSoTimeout(timeout);
                awaitKind(SOCKET, () -> client.getInputStream().read(), client);
            }
        }
    }

    /** Or what was found out about the one would be told of the other. */
    @Test
    void aPollOfAnotherDescriptorIsAnotherWaitThoughItsFunctionIsTheSame() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                SystemCalls calls = new SystemCalls()) {
            List<Socket> ends = new ArrayList<>();
            List<Socket> clients = new ArrayList<>();
            for (int at = 0; at < 2; at++) {
                clients.add(new Socket(server.getInetAddress(), server.getLocalPort()));
                clients.get(at).setSoTimeout(LONG_MILLIS);
                ends.add(server.accept());
            }
            AtomicReference<String> task = new AtomicReference<>();
            Thread thread = new Thread(() -> readEach(clients, task));
            thread.setDaemon(true);
            thread.start();
            Await.patiently().until(() -> task.get() != null);
            try (ProcFile file = ProcFile.open(task.get() + "/syscall", SystemCalls.BYTES)) {
                Await.patiently().until(() -> calls.kind(file, calls.read(file)) == SOCKET);
                long first = calls.read(file);
                ends.get(0).getOutputStream().write(1);
                Await.patiently().until(() -> calls.read(file) != first);
                Await.patiently().until(() -> calls.kind(file, calls.read(file)) == SOCKET);
                assertThat(calls.read(file)).isNotEqualTo(first);
            }
            ends.get(1).getOutputStream().write(1);
            thread.join();
        }
    }

    private static void readEach(List<Socket> sockets, AtomicReference<String> task) {
        try {
            task.set(Path.of("/proc/thread-self").toRealPath().toString());
            for (Socket socket : sockets) {
                socket.getInputStream().read();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatElseSocketsWaitFor() throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        awaitKind(SOCKET, server::accept, server);
        DatagramSocket datagrams = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        awaitKind(SOCKET, () -> datagrams.receive(new DatagramPacket(new byte[1], 1)), datagrams);
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel = SocketChannel.open(silent.getLocalSocketAddress());
            byte[] much = new byte[1 << 24];
            awaitKind(SOCKET, () -> channel.socket().getOutputStream().write(much), channel);
        }
    }

    @Test
    void pipesAreFiles() throws Exception {
        Path fifo = folder.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        Process process = new ProcessBuilder("cat").start();
        try (RandomAccessFile bothEnds = new RandomAccessFile(fifo.toFile(), "rw");
                FileInputStream reader = new FileInputStream(fifo.toFile())) {
            awaitKind(FILE, () -> reader.read(), () -> bothEnds.write(1));
            awaitKind(FILE, () -> process.getInputStream().read(), process::destroy);
        }
    }

    @Test
    void waitsForSeveralThingsOrForNoFileAreNotTold() throws Exception {
        Selector selector = Selector.open();
        awaitKind(StateSamples.UNREAD, selector::select, selector);
        awaitKind(StateSamples.UNREAD, () -> LockSupport.parkNanos(LONG_MILLIS * 1_000_000L));
    }

    @Test
    void whatRunsDoesNotWait() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        awaitKind(
                StateSamples.NO_WAIT,
                () -> {
                    while (!isOver.get()) {
                        Thread.onSpinWait();
                    }
                },
                () -> isOver.set(true));
    }

    @Test
    void aThreadThatHasEndedIsNotTold() throws IOException {
        try (SystemCalls calls = new SystemCalls();
                ProcFile empty = ProcFile.open("/dev/null", SystemCalls.BYTES)) {
            assertThat(calls.kind(empty, calls.read(empty))).isEqualTo(StateSamples.UNREAD);
        }
    }
}
