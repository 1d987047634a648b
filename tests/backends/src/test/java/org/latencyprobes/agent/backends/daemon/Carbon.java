package org.latencyprobes.agent.backends.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.latencyprobes.agent.kit.InstalledPrograms;
import org.latencyprobes.agent.kit.Ports;

/** Graphite's carbon, which writes a whisper file for each series, a point for each second. */
public final class Carbon extends Daemon {

    private final String program = InstalledPrograms.program("carbon-cache").toString();
    private final String reader = InstalledPrograms.program("whisper-fetch").toString();
    private final int picklePort = Ports.free();
    private final int linePort = Ports.free();

    public Carbon(Path folder) {
        super(folder);
        write("storage-schemas.conf", "[all]", "pattern = .*", "retentions = 1s:15m");
        write("storage-aggregation.conf");
        write(
                "carbon.conf",
                "[cache]",
                "STORAGE_DIR = " + folder,
                "LOCAL_DATA_DIR = " + folder.resolve("whisper"),
                "CONF_DIR = " + folder,
                "LOG_DIR = " + folder,
                "PID_DIR = " + folder,
                "DATABASE = whisper",
                "ENABLE_TAGS = False",
                "TAG_HASH_FILENAMES = False",
                "MAX_CREATES_PER_MINUTE = inf",
                "MAX_UPDATES_PER_SECOND = inf",
                "CARBON_METRIC_INTERVAL = 0",
                "LINE_RECEIVER_INTERFACE = " + HOST,
                "LINE_RECEIVER_PORT = " + linePort,
                "PICKLE_RECEIVER_INTERFACE = " + HOST,
                "PICKLE_RECEIVER_PORT = " + picklePort,
                "CACHE_QUERY_INTERFACE = " + HOST,
                "CACHE_QUERY_PORT = " + Ports.free());
    }

    @Override
    List<String> command() {
        return List.of(
                program,
                "--nodaemon",
                "--config=" + folder().resolve("carbon.conf"),
                "--pidfile=" + folder().resolve("pid"),
                "start");
    }

    @Override
    boolean isUp() {
        return listens(picklePort) && listens(linePort);
    }

    public int picklePort() {
        return picklePort;
    }

    /** The files of all series whose path holds these texts. */
    public List<Path> series(String... texts) {
        Path whisper = folder().resolve("whisper");
        if (!Files.isDirectory(whisper)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(whisper)) {
            return files.filter(file ->
                            file.toString().endsWith(".wsp") && Stream.of(texts).allMatch(file.toString()::contains))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The points of a series that hold a value, oldest first. */
    public List<Double> points(Path series) throws IOException {
        Process fetch = new ProcessBuilder(reader, "--drop=nulls", series.toString()).start();
        try (Stream<String> lines = fetch.inputReader().lines()) {
            return lines.map(line -> Double.valueOf(line.split("\\s+")[1])).toList();
        }
    }
}
