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
 * Loads the agent from jars in the folder {@code inst/} of its jar, apart from everything the application has.
 *
 * <p>Its parent is the platform loader: the agent sees the JDK and itself. What lies in a jar within a jar no other loader and no class
 * path scanner takes for the application's. A jar is opened when something is looked for in it that was in none before it.
 *
 * <p>The agent closes it when it leaves, so that its jar is not kept open for as long as the JVM needs to collect the loader.
 */
final class IsolatedClassLoader extends ClassLoader implements Closeable {

    private static final String FOLDER = "inst/";
    private static final String IN_JAR = "!/";
    private static final String ATTACH_API = "com.sun.tools.attach.";

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
     * @param path names of jars in its folder, in the order in which they are searched; need not all be there
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
        try {
            byte[] bytes = read(name.replace('.', '/').concat(".class"));
            return bytes == null
                    ? jdkClass(name)
                    : defineClass(name, bytes, 0, bytes.length, Launcher.class.getProtectionDomain());
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

    /** The agent's own files only; by {@code <jar>!/<name>} also one of a jar in its folder that is not on its path. */
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
                jar = whole.nested(FOLDER + name);
                jars.put(name, jar);
            }
            return jar;
        }
    }

    /** What is loaded stays usable; nothing more can be. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
