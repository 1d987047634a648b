package org.latencyprobes.cli.logs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The runs that arguments name. A log is a run; a log and what was rotated from it, in one folder, are one run. */
public final class RunSources {

    /** {@code app.hlog}, {@code app.1.hlog}, {@code app.hlog.1} and {@code app.hlog.gz} are all of {@code app}. */
    private static final Pattern ROTATED = Pattern.compile("(.*?)(\\.\\d+)?\\.hlog([.-].*)?");

    private RunSources() {}

    /**
     * Finds runs.
     *
     * @param arguments files, folders or globs
     * @return the logs of each run by its name, in the order of the arguments
     * @throws IOException if there is no such file, or a folder has no log
     */
    public static Map<String, List<LogSource>> find(List<String> arguments) throws IOException {
        Map<String, List<LogSource>> runs = new LinkedHashMap<>();
        for (LogSource log : new LogSources(false, null, System.in).find(arguments)) {
            runs.computeIfAbsent(run(log.name()), any -> new ArrayList<>()).add(log);
        }
        if (runs.isEmpty()) {
            throw new IOException("there is no histogram log in " + String.join(", ", arguments));
        }
        return runs;
    }

    private static String run(String log) {
        Matcher rotated = ROTATED.matcher(log);
        return rotated.matches() ? rotated.group(1) + ".hlog" : log;
    }
}
