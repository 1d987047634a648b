package org.latencyprobes.launcher;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.HashMap;
import java.util.Map;

/**
 * The class loader of the agent, which keeps it apart from the application. It loads from jars in the folder {@code inst/} of the agent's jar.
 *
 * <p>Its parent is the platform loader, so the agent sees the JDK and itself. No other loader and no class path scanner finds classes in a
 * jar inside a jar. A jar is opened when a search has reached it.
 *
 * <p>The agent closes the loader when it is detached. Otherwise its jar would stay open until the JVM collects the loader.
 */
final class IsolatedClassLoader extends ClassLoader implements Closeable {

    private static final String FOLDER = "inst/";
    private static final String IN_JAR = "!/";
    private static final String ATTACH_API = "com.sun.tools.attach.";

    /** Where the JDK has no class. */
    private static final String[] OWN = {"org.latencyprobes.", "net.bytebuddy.", "org.HdrHistogram.", "picocli."};

    static {
        registerAsParallelCapable();
    }

    private final RandomAccessFile file;
    private final String[] path;
    private final Archive whole;
    private final Map<String, Archive> jars = new HashMap<>();

    /**
     * Opens the agent's jar.
     *
     * @param agent the jar
     * @param path names of jars in its folder, in the order of the search; some may be missing
     */
    IsolatedClassLoader(File agent, String... path) throws IOException {
        super(platformLoader());
        this.path = path;
        file = new RandomAccessFile(agent, "r");
        try {
            whole = new Archive(file, 0, file.length());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /**
     * The topmost ancestor of the system loader, or null if that is not the JDK's. Java 8 has no method for it. Calling the later method by
     * reflection costs 9 ms, since a caller-sensitive method makes the JVM generate annotation proxies. The loader of this class may be
     * any: that of a module that has the agent, or the boot loader.
     */
    private static ClassLoader platformLoader() {
        ClassLoader top = getSystemClassLoader();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        return top.getClass().getName().startsWith("jdk.internal.loader.") ? top : null;
    }

    /**
     * Looks for a class of the agent's here alone. The parents would search for it first and throw an exception each time, which the start
     * of a JVM pays for every class.
     */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isOwn(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findOnce(name) : loaded;
        }
    }

    /**
     * Defines a class, unless this thread has done so meanwhile. The JVM hands each class to other agents' transformers before it is defined.
     * They may load classes of their own then, and those come to our transformer, which may need the very class.
     */
    private Class<?> findOnce(String name) throws ClassNotFoundException {
        try {
            return findClass(name);
        } catch (LinkageError e) {
            Class<?> meanwhile = findLoadedClass(name);
            if (meanwhile == null) {
                throw e;
            }
            return meanwhile;
        }
    }

    private static boolean isOwn(String name) {
        for (String prefix : OWN) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            byte[] bytes = read(name.replace('.', '/').concat(".class"));
            return bytes == null
                    ? jdkClass(name)
                    : defineClass(name, bytes, 0, bytes.length, Launcher.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** A class of the Attach API, the only package that the command line needs and the platform loader does not have. */
    private static Class<?> jdkClass(String name) throws ClassNotFoundException {
        if (name.startsWith(ATTACH_API)) {
            return getSystemClassLoader().loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    /** A file of the agent. {@code <jar>!/<name>} is a file in a jar of the folder that is not on the path. */
    @Override
    public InputStream getResourceAsStream(String name) {
        try {
            int inJar = name.indexOf(IN_JAR);
            byte[] content =
                    inJar < 0 ? read(name) : read(name.substring(0, inJar), name.substring(inJar + IN_JAR.length()));
            return content == null ? null : new ByteArrayInputStream(content);
        } catch (IOException closedOrBroken) {
            return null;
        }
    }

    private byte[] read(String name) throws IOException {
        for (String jar : path) {
            byte[] content = read(jar, name);
            if (content != null) {
                return content;
            }
        }
        return null;
    }

    private byte[] read(String jar, String name) throws IOException {
        Archive archive = jar(jar);
        return archive == null ? null : archive.read(name);
    }

    private Archive jar(String name) throws IOException {
        synchronized (jars) {
            Archive jar = jars.get(name);
            if (jar == null) {
                jar = opened(name);
                jars.put(name, jar);
            }
            return jar;
        }
    }

    /** What the agent needs to answer, to report at the end and to leave is kept in memory: the file may be overwritten meanwhile. */
    private Archive opened(String name) throws IOException {
        if (name.equals(Launcher.START_JAR) || name.equals(Launcher.AGENT_JAR)) {
            byte[] content = whole.read(FOLDER + name);
            return content == null ? null : new Archive(content);
        }
        return whole.nested(FOLDER + name);
    }

    /** Closes the jar. Loaded classes can still be used, but no more can be loaded. */
    @Override
    public void close() throws IOException {
        synchronized (jars) {
            jars.clear();
        }
        file.close();
    }
}
