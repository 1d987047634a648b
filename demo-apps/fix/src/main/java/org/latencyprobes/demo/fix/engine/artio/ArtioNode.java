package org.latencyprobes.demo.fix.engine.artio;

import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.latencyprobes.demo.fix.codecs.FixDictionaryImpl;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;
import uk.co.real_logic.artio.MonitoringAgentFactory;
import uk.co.real_logic.artio.engine.DefaultEngineScheduler;
import uk.co.real_logic.artio.engine.EngineConfiguration;
import uk.co.real_logic.artio.engine.FixEngine;
import uk.co.real_logic.artio.engine.LowResourceEngineScheduler;
import uk.co.real_logic.artio.library.FixLibrary;
import uk.co.real_logic.artio.library.LibraryConfiguration;
import uk.co.real_logic.artio.library.SessionHandler;
import uk.co.real_logic.artio.validation.MessageValidationStrategy;

/**
 * One side of Artio: media driver, Archive where messages are stored, engine, library, and the thread that polls the library. All of them
 * wait as {@link Tcp#idle} does, except the driver. It sleeps, since messages over shared memory do not pass it.
 */
final class ArtioNode implements AutoCloseable {

    private static final String IPC = "aeron:ipc";
    private static final int TERM_BYTES = 16 * 1024 * 1024;
    private static final int FRAGMENTS_A_POLL = 10;
    private static final int HEARTBEAT_SECONDS = 30;
    private static final long REPLY_MILLIS = 60_000;

    /** Long enough that no part counts as dead on a machine where yielding threads get no CPU for seconds. */
    private static final long LIVENESS_MILLIS = 60_000;

    /** The limit of closing: Artio's engine waits for ever to end its own thread if that has ended already. */
    private static final long CLOSING_MILLIS = 50_000;

    final PollerHandoff handoff = new PollerHandoff();

    private final SharedFolder shared = new SharedFolder();
    private final Deque<AutoCloseable> parts = new ArrayDeque<>(List.of(shared));
    private final FixLibrary library;
    private final Thread poller;
    private volatile boolean closed;

    /**
     * Starts all but the polling thread.
     *
     * @param name of the polling thread
     * @param configure adds to the engine's configuration
     */
    ArtioNode(
            String name,
            ArtioVariant variant,
            Path scratch,
            SessionHandler handler,
            Consumer<EngineConfiguration> configure)
            throws IOException {
        poller = new Thread(this::run, name);
        poller.setDaemon(true);
        EngineConfiguration configuration = engine(variant, scratch);
        configure.accept(configuration);
        try {
            parts.push(MediaDriver.launch(driver()));
            if (variant.storing()) {
                parts.push(Archive.launch(archive(scratch)));
            }
            parts.push(FixEngine.launch(configuration));
            library = FixLibrary.connect(library(handler));
            parts.push(library);
        } catch (RuntimeException e) {
            close();
            throw new IOException("Artio does not start: " + e.getMessage(), e);
        }
    }

    FixLibrary library() {
        return library;
    }

    /** Polls on the caller's thread until the library is connected to its engine. */
    void awaitConnected() throws IOException {
        long deadlineNanos = System.nanoTime() + Initiator.LOGON_TIMEOUT.toNanos();
        while (!library.isConnected()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new IOException(
                        "Artio's library found no engine within " + Initiator.LOGON_TIMEOUT.toMillis() + " ms");
            }
            poll();
            Thread.yield();
        }
    }

    int poll() {
        return library.poll(FRAGMENTS_A_POLL);
    }

    /** Lets the node's own thread poll from now on, whenever it has been handed the library. */
    void startPolling() {
        poller.start();
    }

    /** A second call, as by a shutdown hook, waits for the first: if closed twice at once, Aeron writes to memory that it has freed. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        Tcp.join(poller);
        Thread closing = new Thread(() -> CloseHelper.quietCloseAll(parts), "artio-closing");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        int idle = 0;
        while (!closed) {
            int work = 0;
            if (handoff.tryToPoll()) {
                try {
                    work = poll();
                } finally {
                    handoff.release();
                }
            }
            idle = work > 0 ? 0 : idle + 1;
            Tcp.idle(idle);
        }
    }

    private MediaDriver.Context driver() {
        return new MediaDriver.Context()
                .aeronDirectoryName(shared.child("aeron"))
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .ipcTermBufferLength(TERM_BYTES)
                .driverTimeoutMs(LIVENESS_MILLIS)
                .clientLivenessTimeoutNs(TimeUnit.MILLISECONDS.toNanos(LIVENESS_MILLIS))
                .publicationUnblockTimeoutNs(TimeUnit.MILLISECONDS.toNanos(2 * LIVENESS_MILLIS))
                .dirDeleteOnShutdown(true);
    }

    private Archive.Context archive(Path scratch) {
        return new Archive.Context()
                .aeronDirectoryName(shared.child("aeron"))
                .archiveDir(scratch.resolve("archive").toFile())
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(Tcp::idle)
                .controlChannelEnabled(false)
                .localControlChannel(IPC)
                .archiveClientContext(
                        new AeronArchive.Context().controlRequestChannel(IPC).controlResponseChannel(IPC))
                .recordingEventsEnabled(false)
                .replicationChannel("aeron:udp?endpoint=localhost:0");
    }

    private EngineConfiguration engine(ArtioVariant variant, Path scratch) {
        EngineConfiguration configuration = new EngineConfiguration()
                .libraryAeronChannel(IPC)
                .logFileDir(scratch.resolve("artio").toString())
                .logInboundMessages(variant.storing())
                .logOutboundMessages(variant.storing())
                .printStartupWarnings(false)
                .monitoringAgentFactory(MonitoringAgentFactory.none())
                .scheduler(Tcp.hasCpusForAll() ? new DefaultEngineScheduler() : new LowResourceEngineScheduler())
                .framerIdleStrategy(Tcp.idle())
                .archiverIdleStrategy(Tcp.idle())
                .acceptorfixDictionary(FixDictionaryImpl.class)
                .defaultHeartbeatIntervalInS(HEARTBEAT_SECONDS)
                .monitoringFile(shared.child("engine/monitoring"))
                .histogramLoggingFile(shared.child("engine/histograms"))
                .replyTimeoutInMs(REPLY_MILLIS);
        configuration.aeronContext().aeronDirectoryName(shared.child("aeron")).driverTimeoutMs(LIVENESS_MILLIS);
        configuration
                .aeronArchiveContext()
                .aeronDirectoryName(shared.child("aeron"))
                .controlRequestChannel(IPC)
                .controlResponseChannel(IPC);
        if (!variant.validating()) {
            configuration.messageValidationStrategy(MessageValidationStrategy.none());
        }
        return configuration;
    }

    private LibraryConfiguration library(SessionHandler handler) {
        LibraryConfiguration configuration = new LibraryConfiguration()
                .libraryAeronChannels(List.of(IPC))
                .sessionAcquireHandler((session, acquired) -> handler)
                .defaultHeartbeatIntervalInS(HEARTBEAT_SECONDS);
        configuration
                .libraryIdleStrategy(Tcp.idle())
                .monitoringFile(shared.child("library/monitoring"))
                .histogramLoggingFile(shared.child("library/histograms"))
                .replyTimeoutInMs(REPLY_MILLIS);
        configuration.aeronContext().aeronDirectoryName(shared.child("aeron")).driverTimeoutMs(LIVENESS_MILLIS);
        return configuration;
    }
}
