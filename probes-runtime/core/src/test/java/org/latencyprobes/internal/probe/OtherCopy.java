package org.latencyprobes.internal.probe;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.probe.LatencyProbe;

/** A second copy of the runtime in a class loader of its own, as a web application has it. */
final class OtherCopy implements AutoCloseable {

    private final URLClassLoader loader = new URLClassLoader(
            new URL[] {location(LatencyProbe.class), location(Histogram.class)}, ClassLoader.getPlatformClassLoader());

    private static URL location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source.getLocation();
    }

    void record(String name, long nanos) throws ReflectiveOperationException {
        Class<?> type = loader.loadClass(LatencyProbe.class.getName());
        Object probe = type.getMethod("named", String.class, String[].class).invoke(null, name, new String[0]);
        type.getMethod("recordNanos", long.class).invoke(probe, nanos);
    }

    @SuppressWarnings("unchecked") // JDK types only
    Map<String, List<Map<String, Object>>> readHub() throws ReflectiveOperationException {
        Class<?> type = loader.loadClass(Hub.class.getName());
        return (Map<String, List<Map<String, Object>>>) type.getMethod("read").invoke(null);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
