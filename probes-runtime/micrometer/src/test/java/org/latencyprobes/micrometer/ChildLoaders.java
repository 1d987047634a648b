package org.latencyprobes.micrometer;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Class loaders with a part of the test's class path. */
final class ChildLoaders {

    private static final Pattern OURS = Pattern.compile("/(test-)?classes/?$|/latency-probes-|/HdrHistogram-");

    private ChildLoaders() {}

    static boolean isOurs(String path) {
        return OURS.matcher(path.replace(File.separatorChar, '/')).find();
    }

    static URLClassLoader of(ClassLoader parent, Predicate<String> paths, File... more) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (paths.test(path)) {
                urls.add(new File(path).toURI().toURL());
            }
        }
        for (File file : more) {
            urls.add(file.toURI().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), parent);
    }

    /** The jars that Spring Boot 3.5 brings. */
    static File[] older() {
        File[] jars = new File(System.getProperty("older.micrometer")).listFiles();
        return Arrays.stream(jars).sorted().toArray(File[]::new);
    }

    static Object make(ClassLoader loader, Class<?> type) throws ReflectiveOperationException {
        return loader.loadClass(type.getName()).getConstructor().newInstance();
    }
}
