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

/**
 * The class loader of the bundled Micrometer and its registries. It is a child of the agent's loader, which cannot see into it; nor can the
 * application. It reads the agent's jar through its parent, so it opens and makes no file.
 */
final class BundledLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    static final String UNSAFE = "sun.misc.Unsafe";

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
        byte[] bytes = jar.classFile(name);
        return defineClass(name, bytes, 0, bytes.length, BundledLoader.class.getProtectionDomain());
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
