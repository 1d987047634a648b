package org.latencyprobes.agent.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** The exit code and the output of a forked JVM. Its text has all that a failed test should show. */
public record JvmResult(int exitCode, String stdout, String stderr) {

    /** The exit code of a JVM that was killed after a timeout. */
    public static final int TIMED_OUT = Integer.MIN_VALUE;

    private static final int SHOWN_LINES = 40;
    private static final String AGENT_PREFIX = "latency-probes: ";

    public JvmResult expectExit(int code) {
        assertThat(exitCode).as("exit code of %s", this).isEqualTo(code);
        return this;
    }

    /** The value that a fixture printed as {@code name=value}; the last one if it did so several times. */
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

    /** The agent's messages, without their prefix. */
    public List<String> messages() {
        return stderr.lines()
                .filter(line -> line.startsWith(AGENT_PREFIX))
                .map(line -> line.substring(AGENT_PREFIX.length()))
                .toList();
    }

    /** The agent's last report on standard error, where it goes by default. */
    public PrintedReport report() {
        return PrintedReport.in(stderr);
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
