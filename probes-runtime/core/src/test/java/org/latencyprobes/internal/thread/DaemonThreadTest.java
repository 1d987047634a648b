package org.latencyprobes.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DaemonThreadTest {

    /** Code of an application: defined by a loader of its own, in a domain that refers to that loader. */
    public static final class Maker implements Supplier<Thread> {

        /** Called by reflection. */
        public Maker() {}

        @Override
        public Thread get() {
            return DaemonThread.of("test", UntilInterrupted.INSTANCE);
        }
    }

    private static final class ApplicationLoader extends ClassLoader {

        ApplicationLoader() {
            super(DaemonThreadTest.class.getClassLoader());
        }

        Class<?> maker() throws IOException {
            String name = Maker.class.getName();
            try (InputStream file =
                    getParent().getResourceAsStream(name.replace('.', '/').concat(".class"))) {
                byte[] classFile = file.readAllBytes();
                CodeSource source = new CodeSource(null, (Certificate[]) null);
                return defineClass(
                        name, classFile, 0, classFile.length, new ProtectionDomain(source, null, this, null));
            }
        }
    }

    /** Of the tests' own loader: the thread's work is none of the application's. */
    public enum UntilInterrupted implements Runnable {
        INSTANCE;

        @Override
        public void run() {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park(this);
            }
        }
    }

    @Test
    void keepsNoLoaderOfItsMakers() throws Exception {
        ApplicationLoader loader = new ApplicationLoader();
        @SuppressWarnings("unchecked") // as it is declared
        Supplier<Thread> maker =
                (Supplier<Thread>) loader.maker().getDeclaredConstructor().newInstance();
        assertThat(maker.getClass()).isNotEqualTo(Maker.class);
        Thread thread = maker.get();
        thread.start();
        WeakReference<ClassLoader> reference = new WeakReference<>(loader);
        loader = null;
        maker = null;
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
            System.gc();
            return reference.get() == null;
        });
        assertThat(thread.isAlive()).isTrue();
        thread.interrupt();
        thread.join();
    }

    @Test
    void takesNothingOverFromItsMaker() throws InterruptedException {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        Object[] seen = new Object[1];
        Thread[] made = new Thread[1];
        Thread maker = new Thread(new ThreadGroup("application"), () -> {
            local.set("inherited");
            made[0] = DaemonThread.of("test", () -> seen[0] = String.valueOf(local.get()));
        });
        maker.setContextClassLoader(new ApplicationLoader());
        maker.setPriority(Thread.MIN_PRIORITY);
        maker.start();
        maker.join();
        assertThat(made[0].getThreadGroup().getParent()).isNull();
        assertThat(made[0].getContextClassLoader()).isNull();
        assertThat(made[0].getPriority()).isEqualTo(Thread.NORM_PRIORITY);
        assertThat(made[0].isDaemon()).isTrue();
        made[0].start();
        made[0].join();
        assertThat(seen).containsExactly("null");
    }

    /** The application's handler may end the JVM, and its standard error is not ours to fill. */
    @Test
    void anErrorIsOneLineAndNotTheApplicationsMatter() throws InterruptedException {
        List<Throwable> heard = new CopyOnWriteArrayList<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> heard.add(error));
        try {
            Thread thread = DaemonThread.of("test", () -> {
                throw new OutOfMemoryError("by a test");
            });
            thread.start();
            thread.join();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(heard).isEmpty();
    }

    /** Whoever relies on such a thread would miss it for good. */
    @Test
    @Tag("each-jdk")
    void aLastingThreadBeginsAnewAfterAnError() throws InterruptedException {
        AtomicInteger begun = new AtomicInteger();
        Thread thread = DaemonThread.lasting("test", () -> {
            if (begun.incrementAndGet() < 3) {
                throw new OutOfMemoryError("by a test");
            }
        });
        thread.start();
        thread.join();
        assertThat(begun).hasValue(3);
    }

    @Test
    void errorsWithoutEndAreCountedAndRarelySaid() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Uncaught uncaught = new Uncaught(new PrintStream(said, true, StandardCharsets.UTF_8));
        for (int i = 0; i < 1_000; i++) {
            uncaught.uncaughtException(new Thread("some"), new OutOfMemoryError("by a test"));
        }
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .hasSize(10)
                .first()
                .isEqualTo("latency-probes: unexpected in thread some, 1 of ours so far: "
                        + "java.lang.OutOfMemoryError: by a test");
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("512 of ours so far");
    }
}
