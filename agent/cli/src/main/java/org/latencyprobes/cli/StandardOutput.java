package org.latencyprobes.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Standard output that remembers why it could not be written, which a print stream does not. For one thread. */
final class StandardOutput extends OutputStream {

    private static final Path LINK = Path.of("/proc/self/fd/1");

    private final OutputStream out;
    private final Path link;
    private volatile IOException failure;

    StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out), LINK);
    }

    /** With the link that tells what it leads to, which some systems have. */
    StandardOutput(OutputStream out, Path link) {
        this.out = out;
        this.link = link;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** Why something is missing there, or null. A reader that has enough, such as {@code head}, is no failure. */
    String problem() {
        if (failure == null || isPipe()) {
            return null;
        }
        return "standard output cannot be written: " + failure.getMessage();
    }

    private boolean isPipe() {
        String reason = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (reason.contains("pipe")) {
            return true;
        }
        try {
            String kind = Files.readSymbolicLink(link).toString();
            return kind.startsWith("pipe:") || kind.startsWith("socket:");
        } catch (IOException | RuntimeException e) { // another system, which has no such link
            return false;
        }
    }
}
