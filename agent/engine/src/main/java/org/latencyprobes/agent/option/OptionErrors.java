package org.latencyprobes.agent.option;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.pattern.PatternExcerpt;

/** The messages about unknown options and values that are cut in two, with what may have been meant. */
final class OptionErrors {

    private static final String LISTS = "separated by semicolons";
    private static final String ALL = "docs/options.md and the command attach --help list them all";

    private OptionErrors() {}

    /** The option that a misspelt name may mean, or null. */
    static String nearest(String key) {
        return NearestName.to(key, keys(0, ""));
    }

    /** Whether what looks like an option of a backend's is but a misspelt one of ours; told by what stands behind the backend's name. */
    static boolean isMisspelt(String key) {
        int name = key.indexOf('.') + 1;
        return NearestName.to(key.substring(name), keys(name, key.substring(0, name))) != null;
    }

    /** Whether a name may be meant for an option of ours. */
    static boolean isLikeAnOption(String key) {
        return nearest(key) != null || isMisspelt(key);
    }

    private static List<String> keys(int from, String prefix) {
        List<String> keys = new ArrayList<>();
        for (Option option : Option.values()) {
            if (option.key().startsWith(prefix)) {
                keys.add(option.key().substring(from));
            }
        }
        return keys;
    }

    static String unknown(String key, String where, String nearest) {
        return "unknown option \"" + key + "\" (" + where + "); " + NearestName.question(nearest, ALL);
    }

    /** A part of the argument that has no name. */
    static String nameless(String part, String where) {
        boolean pattern = part.indexOf('#') >= 0 || part.indexOf('.') >= 0 || part.indexOf('*') >= 0;
        return "\"" + part + "\" (" + where + ") is not of the form option=value; "
                + (pattern ? "patterns of methods are given as probes=" + part : ALL);
    }

    /** A value that a comma cut in two: parts behind the option that are none themselves. */
    static String cut(AgentArgument argument, int option, int last, String where) {
        String key = argument.key(option);
        String said = "option " + key + " (" + where + "): a comma ends its value, and what follows is no option; ";
        if (Secrets.isSecret(key)) {
            return said + "a value that holds a comma stands in double quotes";
        }
        String raw = argument.raw(option, last).strip();
        String value = raw.substring(raw.indexOf('=') + 1).replace('"', '\'');
        String mended = mended(Sources.option(key), value);
        return said + "write " + key + '=' + mended + (needsShellQuotes(mended) ? ", in a shell in single quotes" : "")
                + PatternExcerpt.of(raw, argument.commaBehind(option));
    }

    /** An option with two values. Those of a list can stand behind each other. */
    static String twice(String key, String first, String second, String where) {
        String said = "option " + key + " (" + where + ") is given twice; ";
        Option option = Sources.option(key);
        String one = first.strip();
        String other = second.strip();
        boolean none = option != null
                && (option.standard().equals(one) || option.standard().equals(other));
        if (Secrets.isSecret(key)) {
            return said + "write it once";
        }
        if (!isList(option) || none || one.isEmpty() || other.isEmpty()) {
            return said + "write one of " + key + '=' + shown(key, one) + " and " + key + '=' + shown(key, other);
        }
        String both = mended(option, one + ';' + other);
        return said + "write " + key + '=' + both + (needsShellQuotes(both) ? ", in a shell in single quotes" : "");
    }

    private static String shown(String key, String value) {
        String shown = Secrets.shown(key, value);
        return shown.indexOf(',') < 0 ? shown : '"' + shown + '"';
    }

    private static boolean isList(Option option) {
        return option != null && option.allowed().contains(LISTS);
    }

    private static boolean needsShellQuotes(String value) {
        return value.indexOf('\'') < 0
                && (value.indexOf('"') >= 0 || value.indexOf(';') >= 0 || value.indexOf('$') >= 0);
    }

    /** Semicolons where the option is a list of which the comma parts two elements, quotes around what still holds commas. */
    private static String mended(Option option, String value) {
        StringBuilder mended = new StringBuilder(value);
        boolean list = isList(option);
        int depth = 0;
        for (int i = 0; list && i < mended.length(); i++) {
            char c = mended.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth <= 0) {
                mended.setCharAt(i, ';');
            }
        }
        return mended.indexOf(",") < 0
                ? mended.toString()
                : mended.insert(0, '"').append('"').toString();
    }
}
