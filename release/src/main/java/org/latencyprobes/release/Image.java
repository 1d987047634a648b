package org.latencyprobes.release;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * The image for init containers, as an OCI archive: the agent's jar and a program that copies it, for a user without rights. One index
 * has the images of all processors, which share the layer with the jar.
 */
public final class Image {

    private static final String INDEX = "index.json";
    private static final String INDEX_TYPE = "application/vnd.oci.image.index.v1+json";
    private static final String NOBODY = "65532:65532";

    private final ObjectMapper json = new ObjectMapper();
    private final Path jar;
    private final Path programs;
    private final String version;
    private final Instant time;

    private Image(Path jar, Path programs, String version, Instant time) {
        this.jar = jar;
        this.programs = programs;
        this.version = version;
        this.time = time;
    }

    /**
     * Writes the archive.
     *
     * @param arguments the agent's jar; the folder with a program for each processor; the version; the time of all files; the archive
     * @throws Exception if it can't be made
     */
    public static void main(String[] arguments) throws Exception {
        new Image(Path.of(arguments[0]), Path.of(arguments[1]), arguments[2], Instant.parse(arguments[3]))
                .write(List.of("amd64", "arm64"), Path.of(arguments[4]));
    }

    private void write(List<String> processors, Path archive) throws Exception {
        Map<String, byte[]> files = new TreeMap<>();
        ObjectNode images = json.createObjectNode().put("schemaVersion", 2).put("mediaType", INDEX_TYPE);
        for (String processor : processors) {
            Path one = Files.createTempFile("image", ".tar");
            try {
                build(processor, one);
                files.putAll(content(one));
            } finally {
                Files.delete(one);
            }
            ObjectNode manifest = (ObjectNode)
                    json.readTree(files.get(INDEX)).path("manifests").get(0);
            manifest.remove("annotations");
            manifest.putObject("platform").put("architecture", processor).put("os", "linux");
            images.withArray("manifests").add(manifest);
        }
        byte[] both = json.writeValueAsBytes(images);
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(both));
        files.put("blobs/sha256/" + digest, both);
        ObjectNode index = json.createObjectNode().put("schemaVersion", 2).put("mediaType", INDEX_TYPE);
        index.putArray("manifests")
                .addObject()
                .put("mediaType", INDEX_TYPE)
                .put("digest", "sha256:" + digest)
                .put("size", both.length)
                .putObject("annotations")
                .put("org.opencontainers.image.ref.name", version);
        files.put(INDEX, json.writeValueAsBytes(index));
        pack(files, archive);
    }

    private void build(String processor, Path tar) throws Exception {
        Jib.fromScratch()
                .setPlatforms(Set.of(new Platform(processor, "linux")))
                .setFormat(ImageFormat.OCI)
                .setCreationTime(time)
                .addFileEntriesLayer(layer(jar, "/opt/latency-probes-agent.jar", "644"))
                .addFileEntriesLayer(layer(programs.resolve(processor), "/copy", "755"))
                .setEntrypoint("/copy")
                .setProgramArguments("/probes")
                .setUser(NOBODY)
                .addLabel("org.opencontainers.image.title", "latency-probes-agent")
                .addLabel("org.opencontainers.image.version", version)
                .addLabel("org.opencontainers.image.licenses", "Apache-2.0")
                .containerize(Containerizer.to(
                                TarImage.at(tar).named(ImageReference.of(null, "latency-probes-agent", version)))
                        .setOfflineMode(true));
    }

    private FileEntriesLayer layer(Path file, String place, String permissions) {
        return FileEntriesLayer.builder()
                .addEntry(file, AbsoluteUnixPath.get(place), FilePermissions.fromOctalString(permissions), time)
                .build();
    }

    private static Map<String, byte[]> content(Path tar) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (InputStream content = Files.newInputStream(tar);
                TarArchiveInputStream entries = new TarArchiveInputStream(content)) {
            for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                if (entry.isFile()) {
                    files.put(entry.getName(), entries.readAllBytes());
                }
            }
        }
        return files;
    }

    private void pack(Map<String, byte[]> files, Path archive) throws IOException {
        try (OutputStream content = Files.newOutputStream(archive);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(content)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(file.getValue().length);
                entry.setModTime(time.toEpochMilli());
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        }
    }
}
