package org.latencyprobes.cli.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import org.latencyprobes.agent.base.TrustedFile;

/**
 * The {@code /tmp} of a JVM, or its working folder, opened once: whoever exchanges folders on the way there, or puts links in their place,
 * leads nobody elsewhere.
 *
 * @param given the path by which it was opened
 * @param folder opened
 */
record JvmTmp(Path given, SecureDirectoryStream<Path> folder) implements Closeable {

    static final String TMP = "/tmp";

    /** Of a container an absolute link would lead into this process's own files. */
    static JvmTmp of(JvmProcess process) throws IOException {
        Path inside = process.inside(TMP);
        if (inside.equals(Path.of(TMP))) {
            return new JvmTmp(inside, secure(Files.newDirectoryStream(inside)));
        }
        try (SecureDirectoryStream<Path> root = secure(Files.newDirectoryStream(inside.getParent()))) {
            return new JvmTmp(inside, root.newDirectoryStream(inside.getFileName(), LinkOption.NOFOLLOW_LINKS));
        }
    }

    static JvmTmp workingFolder(JvmProcess process) throws IOException {
        Path inside = process.workingFolder();
        return new JvmTmp(inside, secure(Files.newDirectoryStream(inside)));
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder) throws IOException {
        if (folder instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        folder.close();
        throw new IOException("this system opens no files by their folder");
    }

    /** A path that leads to this very folder as long as it is open: by the number of its file, which Java does not tell. */
    Path path() throws IOException {
        if (!ProcFolder.exist()) {
            return given;
        }
        Object key = folder.getFileAttributeView(BasicFileAttributeView.class)
                .readAttributes()
                .fileKey();
        return TrustedFile.opened(key, "/proc/self/fd does not show what this process has open");
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
