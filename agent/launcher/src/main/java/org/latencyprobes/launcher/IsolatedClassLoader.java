package org.latencyprobes.launcher;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the agent from the {@code inst/} folder of its jar, apart from everything the application has.
 *
 * <p>Its parent is the platform loader: the agent sees the JDK and itself. The classes end in {@code .classdata}, so that no other
 * loader and no class path scanner takes them for the application's.
 *
 * <p>The agent closes it when it leaves, so that its jar is not kept open for as long as the JVM needs to collect the loader.
 */
final class IsolatedClassLoader extends ClassLoader implements Closeable {

    private static final String FOLDER = "inst/";
    private static final String ATTACH_API = "com.sun.tools.attach.";

    static {
        registerAsParallelCapable();
    }

    private final JarFile jar;

    IsolatedClassLoader(File file) throws IOException {
        super(platformLoader());
        jar = new JarFile(file, false);
    }

    /**
     * The topmost of our own loader's ancestors, or null where that is not the JDK's. Java 8 has no name for it, and asking for the
     * later one by reflection costs 9 ms: a caller-sensitive method makes the JVM generate annotation proxies.
     */
    private static ClassLoader platformLoader() {
        ClassLoader top = IsolatedClassLoader.class.getClassLoader();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        return top.getClass().getName().startsWith("jdk.internal.loader.") ? top : null;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream content = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (content == null) {
                return jdkClass(name);
            }
            byte[] bytes = bytesOf(content);
            return defineClass(name, bytes, 0, bytes.length, Launcher.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** The one package of the JDK's that the command line needs and the platform loader does not know. */
    private static Class<?> jdkClass(String name) throws ClassNotFoundException {
        if (name.startsWith(ATTACH_API)) {
            return getSystemClassLoader().loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    /** The agent's own files only; a class file under its usual name. */
    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            JarEntry entry = jar.getJarEntry(FOLDER + (name.endsWith(".class") ? name + "data" : name));
            return entry == null ? null : jar.getInputStream(entry);
        } catch (IOException | IllegalStateException closedOrBroken) {
            return null;
        }
    }

    /** What is loaded stays usable; nothing more can be. */
    @Override
    public void close() throws IOException {
        jar.close();
    }

    private static byte[] bytesOf(InputStream content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.max(1024, content.available()));
        byte[] buffer = new byte[8192];
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
            bytes.write(buffer, 0, read);
        }
        return bytes.toByteArray();
    }
}
