package org.latencyprobes.benchmarks.subject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An application whose start is timed. */
public final class Hello {

    private Hello() {}

    /** Greets. With an argument it also prints what the kernel knows of this process (Linux). */
    public static void main(String[] arguments) throws IOException {
        greet();
        if (arguments.length > 0) {
            System.out.println(Files.readString(Path.of("/proc/self/status")));
        }
    }

    static void greet() {
        System.out.println("hello, world");
    }
}
