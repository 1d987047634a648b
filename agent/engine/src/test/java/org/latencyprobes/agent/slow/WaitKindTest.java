package org.latencyprobes.agent.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.Await;
import org.latencyprobes.explain.WaitKind;

@Tag("each-jdk")
final class WaitKindTest {

    private interface Waiting {
        void run() throws Exception;
    }

    /** Waits until the stack of a thread that does this shows it. */
    private static void assertShown(WaitKind kind, Waiting waiting) {
        Thread thread = new Thread(() -> {
            try {
                waiting.run();
            } catch (Exception e) {
                return; // it is interrupted
            }
        });
        thread.setDaemon(true);
        thread.start();
        Await.patiently().until(() -> WaitKind.of(thread.getStackTrace()) == kind);
        thread.interrupt();
    }

    @Test
    void sleepsParksAndWaitsAreShown() {
        Object monitor = new Object();
        assertShown(WaitKind.SLEEP, () -> Thread.sleep(60_000));
        assertShown(WaitKind.PARK, LockSupport::park);
        assertShown(WaitKind.PARK, new CountDownLatch(1)::await);
        assertShown(WaitKind.PARK, () -> {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            lock.newCondition().await();
        });
        assertShown(WaitKind.WAIT, () -> {
            synchronized (monitor) {
                monitor.wait(60_000);
            }
        });
    }

    @Test
    void aLockThatAnotherThreadHasIsShown() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        assertShown(WaitKind.LOCK, lock::lockInterruptibly);
    }

    @Test
    void aReadOfASocketIsShown() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            assertShown(WaitKind.SOCKET, () -> socket.getInputStream().read());
        }
    }

    @Test
    void codeShowsNothing() {
        assertThat(WaitKind.of(Thread.currentThread().getStackTrace())).isNull();
        assertThat(WaitKind.of(new StackTraceElement[0])).isNull();
    }
}
