package org.latencyprobes.agent.option;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that the option {@code config} names: one, or all with properties in a folder. A folder may be what Kubernetes mounts of a
 * ConfigMap: its files are links into another folder, which is swapped as a whole. Stateless.
 */
public final class ConfigFiles {

    private ConfigFiles() {}

    /**
     * The files, where one that comes later wins.
     *
     * @param config a file, there or not, or a folder
     * @return that file, or the files of the folder in the order of their names
     * @throws IOException if the folder cannot be read
     */
    public static List<Path> of(Path config) throws IOException {
        if (config.toString().isEmpty() || !Files.isDirectory(config)) { // the empty path is the present folder
            return List.of(config);
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(config, "*.properties")) {
            found.forEach(files::add);
        }
        files.sort(null);
        return files;
    }
}
