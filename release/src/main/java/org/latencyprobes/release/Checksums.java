package org.latencyprobes.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The last files of a release: the repository as one bundle, as the Central Repository takes it, and the checksums of all files. */
public final class Checksums {

    private Checksums() {}

    /**
     * Writes both.
     *
     * @param arguments the folder of the release; its name
     * @throws IOException if a file can't be read or written
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        bundle(folder.resolve("repository"), folder.resolve(arguments[1] + "-central-bundle.zip"));
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("SHA256SUMS"))
                    .sorted()
                    .toList()) {
                lines.add(sha256(file) + "  " + file.getFileName() + '\n');
            }
        }
        Files.writeString(folder.resolve("SHA256SUMS"), String.join("", lines));
    }

    /** All of it but the lists of versions, which the Central Repository makes itself. */
    private static void bundle(Path repository, Path file) throws IOException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        try (OutputStream content = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(content);
                Stream<Path> found = Files.walk(repository)) {
            for (Path each : found.filter(Files::isRegularFile)
                    .filter(each -> !each.getFileName().toString().startsWith("maven-metadata"))
                    .sorted()
                    .toList()) {
                ZipEntry entry = new ZipEntry(repository.relativize(each).toString());
                entry.setTime(Instant.parse("1980-02-01T00:00:00Z").toEpochMilli());
                zip.putNextEntry(entry);
                Files.copy(each, zip);
                zip.closeEntry();
            }
        }
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
