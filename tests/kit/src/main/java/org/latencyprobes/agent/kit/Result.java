package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What came of a forked JVM. Printed whole, it says everything about a failed test. */
public record Result(int exitCode, String stdout, String stderr) {

    /** Exit code of a JVM that had to be killed. */
    public static final int TIMED_OUT = Integer.MIN_VALUE;

    private static final int SHOWN_LINES = 40;
    private static final String AGENT_PREFIX = "latency-probes: ";

    public Result expectExit(int code) {
        assertThat(exitCode).as("exit code of %s", this).isEqualTo(code);
        return this;
    }

    /** The value that a fixture printed as {@code name=value}, last if more than once. */
    public String fact(String name) {
        return stdout.lines()
                .filter(line -> line.startsWith(name + '='))
                .map(line -> line.substring(name.length() + 1))
                .reduce((former, latter) -> latter)
                .orElseThrow(() -> new AssertionError("no fact " + name + " in " + this));
    }

    public long number(String name) {
        return Long.parseLong(fact(name));
    }

    /** What the agent said, without its prefix. */
    public List<String> messages() {
        return stderr.lines()
                .filter(line -> line.startsWith(AGENT_PREFIX))
                .map(line -> line.substring(AGENT_PREFIX.length()))
                .toList();
    }

    /** The agent's last report, where it goes by default. */
    public Report report() {
        return Report.in(stderr);
    }

    @Override
    public String toString() {
        return "exit code " + exitCode + (exitCode == TIMED_OUT ? " (timed out)" : "") + "\n--- stdout\n"
                + shortened(stdout) + "--- stderr\n" + shortened(stderr) + "---\n";
    }

    private static String shortened(String printed) {
        List<String> lines = printed.lines().toList();
        if (lines.size() <= SHOWN_LINES) {
            return printed;
        }
        return String.join("\n", lines.subList(0, SHOWN_LINES / 2)) + "\n… " + (lines.size() - SHOWN_LINES)
                + " lines left out …\n" + String.join("\n", lines.subList(lines.size() - SHOWN_LINES / 2, lines.size()))
                + "\n";
    }
}
