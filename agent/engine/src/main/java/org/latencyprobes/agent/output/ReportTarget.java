package org.latencyprobes.agent.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.latencyprobes.agent.base.FileTrust;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.internal.log.OwnerOnly;

/**
 * The target of reports: standard error, standard output, a file begun anew, or nothing. What has the file's name is written to and never
 * replaced: a link, a device, a pipe, a file with its own owner and permissions. For one thread.
 */
final class ReportTarget {

    private static final int MOST_LINKS = 40;
    private static final Set<StandardOpenOption> APPEND =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

    private final String target;
    private boolean isBegun;
    private boolean isBroken;

    ReportTarget(String target) {
        this.target = target;
    }

    boolean isOff() {
        return target.equals("off");
    }

    void print(String text) {
        switch (target) {
            case "off" -> {}
            case "stderr" -> System.err.print(text);
            case "stdout" -> System.out.print(text);
            default -> write(text);
        }
    }

    private void write(String text) {
        if (!isBroken) {
            try {
                Path file = Path.of(target);
                if (!isBegun) {
                    begin(file);
                    isBegun = true;
                }
                requireOurs(file);
                append(file, text);
                return;
            } catch (IOException | RuntimeException e) {
                isBroken = true;
                Log.say("report cannot be written to \"" + target + "\" (" + Log.describe(e) + "), so it goes here");
            }
        }
        System.err.print(text);
    }

    /** Opened for each piece, so that a file that somebody moves away is made again, for the owner only. */
    private static void append(Path file, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        try (SeekableByteChannel channel = Files.newByteChannel(file, APPEND, OwnerOnly.file())) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    /** Files are emptied, but not those that somebody else has opened for us, as {@code /dev/stderr} may be. */
    private static void begin(Path file) throws IOException {
        if (Files.isRegularFile(file) && !leadsToDevices(file)) {
            Files.newByteChannel(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING))
                    .close();
        }
    }

    /** Of a FIFO of somebody else's, nobody may ever read. */
    private static void requireOurs(Path file) throws IOException {
        String objection = Files.exists(file) && !leadsToDevices(file) ? FileTrust.othersObjection(file) : null;
        if (objection != null) {
            throw new IOException(objection);
        }
    }

    private static boolean leadsToDevices(Path file) throws IOException {
        Path path = file.toAbsolutePath().normalize();
        for (int links = 0; links < MOST_LINKS; links++) {
            if (path.startsWith("/dev") || path.startsWith("/proc")) {
                return true;
            }
            if (!Files.isSymbolicLink(path)) {
                return false;
            }
            String objection = FileTrust.linkObjection(path);
            if (objection != null) {
                throw new IOException(objection);
            }
            path = path.resolveSibling(Files.readSymbolicLink(path)).normalize();
        }
        return false;
    }
}
