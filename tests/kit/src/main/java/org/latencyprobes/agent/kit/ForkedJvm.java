package org.latencyprobes.agent.kit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.annotation.Probe;
import org.latencyprobes.probe.LatencyProbe;

/**
 * A JVM of the JDK under test that runs one main class, with or without the built agent.
 *
 * <p>It is configured by chained calls and then {@link #run} to its end or {@link #start}ed. Its class path is the runtime and the home of its
 * main class, never the agent. Settings for JVMs or for the agent in the tests' environment do not reach it.
 */
public final class ForkedJvm {

    /** The jar of the built agent. */
    public static final Path AGENT = Path.of(System.getProperty("agent.jar"));

    private final String mainClass;
    private final List<String> shell = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private String module = "";
    private boolean isJar;
    private Path javaHome = Jdk.HOME;
    private List<Path> classPath = List.of(homeOf(Probe.class), homeOf(LatencyProbe.class), homeOf(Histogram.class));

    private ForkedJvm(String mainClass) {
        this.mainClass = mainClass;
    }

    /** A JVM that runs one of the tests' own classes, whose home is on the class path too. */
    public static ForkedJvm of(Class<?> mainClass) {
        return of(mainClass.getName()).addClassPath(homeOf(mainClass));
    }

    public static ForkedJvm of(String mainClass) {
        return new ForkedJvm(mainClass);
    }

    /** A JVM that runs the main class of a jar, with nothing else on the class path. */
    public static ForkedJvm ofJar(Path jar) {
        ForkedJvm jvm = new ForkedJvm(jar.toString()).classPath();
        jvm.isJar = true;
        return jvm;
    }

    /** The folder or jar that a class of the tests was loaded from. */
    public static Path homeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public ForkedJvm withAgent() {
        return flags("-javaagent:" + AGENT);
    }

    /** Unless the options say otherwise, the agent does at once what it puts off while an application starts. */
    public ForkedJvm withAgent(String options) {
        String startup = options.contains("startup=") ? "" : ",startup=0s";
        return flags("-javaagent:" + AGENT + "=" + options + startup);
    }

    /**
     * With the quick compiler and the simple collector: half the CPU time for a JVM that lives for a moment. Not where compiled code,
     * allocation, collectors or cost are tested.
     */
    public ForkedJvm quick() {
        return flags("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    }

    public ForkedJvm flags(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    public ForkedJvm arguments(Object... more) {
        for (Object argument : more) {
            arguments.add(String.valueOf(argument));
        }
        return this;
    }

    public ForkedJvm environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public ForkedJvm classPath(Path... only) {
        classPath = List.of(only);
        return this;
    }

    /** Takes the annotations from the class path: the agent does not prepare for probes then. */
    public ForkedJvm withoutAnnotations() {
        Path annotations = homeOf(Probe.class);
        classPath = classPath.stream().filter(path -> !path.equals(annotations)).toList();
        return this;
    }

    public ForkedJvm addClassPath(Path... more) {
        classPath = Stream.concat(classPath.stream(), Stream.of(more)).toList();
        return this;
    }

    public ForkedJvm javaHome(Path image) {
        javaHome = image;
        return this;
    }

    /** Runs the main class in a named module instead of on the class path. */
    public ForkedJvm inModule(String name, Path... path) {
        module = name + '/';
        return classPath(path);
    }

    /** Lets a shell run commands, such as limits, in the process that then becomes the JVM. */
    public ForkedJvm afterShell(String commands) {
        shell.addAll(List.of("sh", "-c", commands + "; exec \"$0\" \"$@\""));
        return this;
    }

    public JvmResult run() {
        return start().finish();
    }

    public RunningJvm start() {
        List<String> command = command();
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(ForkedJvm::configuresJvms);
        if (command.stream().noneMatch(argument -> argument.startsWith("-javaagent:"))) {
            builder.environment().put("LATENCYPROBES_DEOPTIMISE", "allow"); // nobody is there to be asked
        }
        builder.environment().putAll(environment);
        try {
            return new RunningJvm(builder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(shell);
        command.add(javaHome.resolve("bin/java").toString());
        command.add("-XX:ErrorFile=" + RunningJvm.REPORTS.resolve("hs_err_%p.log"));
        command.addAll(flags);
        command.addAll(isJar ? List.of("-jar") : paths());
        command.add(module + mainClass);
        command.addAll(arguments);
        return command;
    }

    private List<String> paths() {
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return module.isEmpty() ? List.of("-cp", path) : List.of("-p", path, "-m");
    }

    private static boolean configuresJvms(String variable) {
        return variable.startsWith("LATENCYPROBES_")
                || variable.contains("JAVA_OPTIONS")
                || variable.contains("JAVA_TOOL_OPTIONS");
    }
}
