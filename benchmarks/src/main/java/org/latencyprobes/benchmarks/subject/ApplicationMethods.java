package org.latencyprobes.benchmarks.subject;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.h2.Driver;

/** Methods of H2 that are timed while {@link Transactions} runs. The numbers of calls are those of a transaction, as our agent counted them. */
public enum ApplicationMethods implements TimedMethods {
    /** What somebody would choose who looks for the slow statement. */
    NARROW("5 methods, 9 calls", 9, 60, Texts.STATEMENTS),
    /** Some layers below as well. */
    HOT("16 methods, 46 calls", 46, 55, Texts.STATEMENTS + " " + Texts.LAYERS),
    /** Whole packages, as a first look would take. */
    BROAD("seven packages", 0, 0, "");

    /** The texts of these constants, which can't use a constant of their own type. */
    private static final class Texts {
        static final String STATEMENTS =
                "jdbc.JdbcPreparedStatement#executeUpdate,executeQuery jdbc.JdbcConnection#commit"
                        + " jdbc.JdbcResultSet#next command.query.Query#query";
        static final String LAYERS = "jdbc.JdbcPreparedStatement#setInt jdbc.JdbcResultSet#getInt,close"
                + " command.CommandContainer#update command.dml.Update#update command.dml.Insert#update"
                + " mvstore.db.MVTable#lock mvstore.db.MVPrimaryIndex#find,update"
                + " engine.SessionLocal#commit,registerTableAsLocked";
    }

    private static final String H2 = "org.h2.";
    private static final List<String> PACKAGES =
            List.of("jdbc", "command", "mvstore", "table", "index", "result", "engine");
    private static final String CLASS = ".class";

    private final String title;
    private final int calls;
    private final double limitNanos;
    private final Map<String, List<String>> methods = new LinkedHashMap<>();

    ApplicationMethods(String title, int calls, double limitNanos, String methods) {
        this.title = title;
        this.calls = calls;
        this.limitNanos = limitNanos;
        for (String type : methods.isEmpty() ? new String[0] : methods.split(" ")) {
            String[] parts = type.split("#");
            this.methods.merge(
                    "org.h2." + parts[0],
                    List.of(parts[1].split(",")),
                    (one, more) -> Stream.concat(one.stream(), more.stream()).toList());
        }
    }

    public String title() {
        return title;
    }

    /** How many of these a transaction makes; 0 where nobody has counted. */
    public int calls() {
        return calls;
    }

    /** What each of these may add at most, in ns, where a clock is there that is faster than {@code nanoTime}. */
    public double limitNanos() {
        return limitNanos;
    }

    @Override
    public String ours() {
        Stream<String> patterns = this == BROAD
                ? PACKAGES.stream().map(name -> H2 + name + "..*#*")
                : each((type, method) -> type + "#" + method);
        return "limit=100000,probes=" + patterns.collect(Collectors.joining(";"));
    }

    @Override
    public String flightRecorder() {
        Stream<String> filters = this == BROAD ? classes() : each((type, method) -> type + "::" + method);
        return filters.collect(Collectors.joining(";"));
    }

    @Override
    public String openTelemetry() {
        return methods.entrySet().stream()
                .map(type -> type.getKey() + "[" + String.join(",", type.getValue()) + "]")
                .collect(Collectors.joining(";"));
    }

    @Override
    public String byteman() {
        throw new UnsupportedOperationException("Byteman's rules need the exits of each overload");
    }

    @Override
    public String asyncProfiler() {
        throw new UnsupportedOperationException("async-profiler traces one method");
    }

    private Stream<String> each(BinaryOperator<String> text) {
        return methods.entrySet().stream()
                .flatMap(type -> type.getValue().stream().map(method -> text.apply(type.getKey(), method)));
    }

    /** Flight Recorder takes classes, and no packages. */
    private static Stream<String> classes() {
        String jar = Driver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString(); // the class path may name our own jar alone
        try (ZipFile h2 = new ZipFile(new File(URI.create(jar)))) {
            return h2.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(CLASS))
                    .map(name ->
                            name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
                    .filter(name -> PACKAGES.stream().anyMatch(each -> name.startsWith(H2 + each + ".")))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
