package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.common.WholeNumber;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of the command line about the JVMs that measure and serve. */
final class JvmOptions {

    @Option(
            names = "--heap",
            converter = Heap.class,
            paramLabel = "<size>",
            description = "The heap of each JVM, all of it from the start. Default 1g.")
    private String heap = "1g";

    @Option(
            names = "--collector",
            paramLabel = "<name>",
            description = "The garbage collector: ${COMPLETION-CANDIDATES}. Default: the JVM's own choice.")
    private GarbageCollector collector = GarbageCollector.usual;

    @Option(
            names = "--pin-server",
            converter = CpuList.class,
            paramLabel = "<cpus>",
            description = "Pin the threads of the server's side to this CPU, or these: 0,1.")
    private String pinServer = "";

    @Option(
            names = "--java",
            paramLabel = "<executable>",
            description = "The java that measures, 17 or newer. Default: the one that runs this.")
    private Path java = JavaRuntime.own();

    /** The collectors of {@code -XX:+Use…GC}, with names as on the command line. */
    enum GarbageCollector {
        usual,
        serial,
        parallel,
        g1,
        z,
        shenandoah,
        epsilon
    }

    Path java() {
        return java;
    }

    /** The CPUs, or nothing. */
    String pinServer() {
        return pinServer;
    }

    /** The flags for the java command. */
    List<String> flags() {
        List<String> flags = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
        flags.addAll(collectorFlags());
        return flags;
    }

    private List<String> collectorFlags() {
        List<String> flags = new ArrayList<>();
        if (collector == GarbageCollector.epsilon) {
            flags.add("-XX:+UnlockExperimentalVMOptions");
        }
        if (collector != GarbageCollector.usual) {
            String name = collector.name();
            flags.add("-XX:+Use" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "GC");
        }
        return flags;
    }

    /**
     * For people: the collector by its own name, also where the JVM chooses it.
     *
     * @throws ParameterException if the JVM does not start with that collector or heap
     */
    String label(CommandSpec spec, JavaRuntime java) {
        checkStarts(spec, java, "--collector", collector, collectorFlags());
        return "heap " + heap + ", collector " + checkStarts(spec, java, "--heap", heap, flags());
    }

    private static String checkStarts(
            CommandSpec spec, JavaRuntime java, String option, Object value, List<String> flags) {
        try {
            return java.collector(flags);
        } catch (IOException e) {
            throw Terminal.wrong(spec, option, value, e.getMessage());
        }
    }

    /** A converter for CPUs of this machine: one, or several with commas. */
    static final class CpuList implements ITypeConverter<String> {
        private final WholeNumber cpu = new WholeNumber.CpuNumber();

        @Override
        public String convert(String text) {
            return Stream.of(text.split(","))
                    .map(cpu::convert)
                    .map(String::valueOf)
                    .collect(Collectors.joining(","));
        }
    }

    /** A converter for the size of a heap. */
    static final class Heap implements ITypeConverter<String> {
        private static final Pattern FORM = Pattern.compile("[1-9]\\d{0,5}[mMgG]");

        @Override
        public String convert(String text) {
            if (FORM.matcher(text).matches()) {
                return text;
            }
            throw new TypeConversionException("'" + text + "' is not a size such as 512m or 2g");
        }
    }
}
