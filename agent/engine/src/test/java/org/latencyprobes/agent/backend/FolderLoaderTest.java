package org.latencyprobes.agent.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.option.BackendSpec;

class FolderLoaderTest {

    private static final String UNSAFE = "sun.misc.Unsafe";

    @TempDir
    private Path folder;

    @Test
    void unsafeIsHiddenFromBundledLibrariesOnly() throws Exception {
        new JarOutputStream(Files.newOutputStream(folder.resolve("registry.jar"))).close();
        ClassLoader bundled = new BundledLoader(FolderLoaderTest.class.getClassLoader());
        try (FolderLoader loader = folderLoader(bundled)) {
            assertThat(loader.loadClass(UNSAFE).getClassLoader()).isNull();
        }
        assertThatThrownBy(() -> bundled.loadClass(UNSAFE)).isInstanceOf(ClassNotFoundException.class);
    }

    private FolderLoader folderLoader(ClassLoader bundled) throws IOException {
        return FolderLoader.of(new BackendSpec("registry", Map.of(), folder, null), bundled);
    }
}
