package org.latencyprobes.agent.backend;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import net.bytebuddy.utility.OpenedClassReader;
import org.latencyprobes.agent.classfile.ByteSearch;

/**
 * The class loader of the bundled Micrometer and its registries. It is a child of the agent's loader, which cannot see into it; nor can the
 * application. It reads the agent's jar through its parent, so it opens and makes no file.
 */
final class BundledLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    static final String UNSAFE = "sun.misc.Unsafe";

    private static final String JDK_LOG_PACKAGE = "java/util/logging/";
    private static final ByteSearch JDK_LOG = new ByteSearch(JDK_LOG_PACKAGE);

    /** Where the exporters have what takes its place, and what it is called there. */
    private static final String OWN_LOG = "org/latencyprobes/exporters/log/Jdk";

    private final BackendsJar jar;

    BundledLoader(ClassLoader agents) {
        super("latency-probes-backends", agents);
        jar = new BackendsJar(agents);
    }

    /** Libraries do without where it is missing; where they use it, newer JDKs print warnings on the host's standard error. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.equals(UNSAFE)) {
            throw new ClassNotFoundException(name);
        }
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = name.contains("protobuf") ? withOwnLog(jar.classFile(name)) : jar.classFile(name);
        return defineClass(name, bytes, 0, bytes.length, BundledLoader.class.getProtectionDomain());
    }

    /** Protobuf asks the JDK for a logger as soon as it is there, so that the application could no longer name its own log manager. */
    private static byte[] withOwnLog(byte[] classFile) {
        if (!JDK_LOG.isIn(classFile)) {
            return classFile;
        }
        ClassWriter writer = new ClassWriter(0);
        OpenedClassReader.of(classFile)
                .accept(
                        new ClassRemapper(writer, new Remapper(OpenedClassReader.ASM_API) {
                            @Override
                            public String map(String type) {
                                return type.startsWith(JDK_LOG_PACKAGE)
                                        ? OWN_LOG + type.substring(JDK_LOG_PACKAGE.length())
                                        : type;
                            }
                        }),
                        0);
        return writer.toByteArray();
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        return jar.open(name);
    }

    @Override
    protected URL findResource(String name) {
        try (InputStream content = jar.open(name)) {
            return content == null ? null : new URL("latencyprobes", "", -1, '/' + name, new Handler(jar));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(found));
    }

    /** A handler that opens such URLs. Only who holds one of them knows it. */
    private static final class Handler extends URLStreamHandler {

        private final BackendsJar jar;

        Handler(BackendsJar jar) {
            this.jar = jar;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() throws IOException {
                    InputStream content = jar.open(getURL().getPath().substring(1));
                    if (content == null) {
                        throw new FileNotFoundException(getURL().toString());
                    }
                    return content;
                }
            };
        }
    }
}
