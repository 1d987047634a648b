package org.latencyprobes.agent.fuzz;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What the verifier said of a class.
 *
 * <p>It reads the code that is woven, if any is: other instructions and local variables have the same faults. So of what it found the
 * words count, not the numbers; and of a wrong return not even those, as woven code jumps to its end instead, where something else is
 * wrong with the same value. If two methods have faults, it names the one whose name has the lower address in memory.
 *
 * @param found what it found wrong
 * @param method in which method
 * @param instruction at which instruction
 */
record Failure(String found, String method, String instruction) {

    private static final Pattern VERIFIED = Pattern.compile(
            "VerifyError: (.*?)\\\\nException Details:\\\\n  Location:\\\\n *(\\S+) @\\d+: (\\w+)\\\\n");

    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{4,}|\\$\\$Lambda[^ ]*");

    /** Whether two outcomes are the same, as far as anything can be. */
    static boolean isSame(String without, String with) {
        Optional<Failure> one = in(without);
        Optional<Failure> other = in(with);
        return one.isPresent() && other.isPresent()
                ? one.get().isSame(other.get())
                : comparable(without).equals(comparable(with));
    }

    private static Optional<Failure> in(String outcome) {
        return VERIFIED.matcher(outcome).results().map(Failure::of).findFirst();
    }

    private static Failure of(MatchResult verified) {
        String words = NUMBER.matcher(verified.group(1))
                .replaceAll("…")
                .replace(
                        "get long/double overflows locals",
                        "Bad local variable type"); // as seen from behind more of them
        return new Failure(words, verified.group(2), verified.group(3));
    }

    private boolean isSame(Failure woven) {
        return !method.equals(woven.method) || instruction.endsWith("return") || found.equals(woven.found);
    }

    private static String comparable(String outcome) {
        return IDENTITY.matcher(outcome).replaceAll("…");
    }
}
