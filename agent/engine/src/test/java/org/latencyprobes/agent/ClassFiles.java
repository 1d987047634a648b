package org.latencyprobes.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Class files of the tests' own classes. */
public final class ClassFiles {

    private ClassFiles() {}

    public static byte[] of(Class<?> type) {
        try (InputStream content = type.getResourceAsStream('/' + type.getName().replace('.', '/') + ".class")) {
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
