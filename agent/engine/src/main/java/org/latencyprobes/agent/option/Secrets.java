package org.latencyprobes.agent.option;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The texts that must not be printed: values of options that are named like secrets, and credentials in URLs. Immutable. */
public final class Secrets {

    private static final String HIDDEN = "***";
    private static final int SHORTEST = 3;
    private static final Pattern NAMES =
            Pattern.compile("(?i)passw|secret|token|key|credential|auth|header|cookie|login|private|connectionstring");
    private static final Pattern USER_IN_URL = Pattern.compile("//[^/@\\s]*@");

    /** Before a query there is no second one: where another URL begins, the search goes on there. */
    private static final Pattern QUERY_IN_URL = Pattern.compile("(://(?:(?!://)[^\\s?\"])*+\\?)[^\\s\"]*");

    private final List<String> values = new ArrayList<>();

    /**
     * Those of a backend.
     *
     * @param settings its options
     */
    public Secrets(Map<String, String> settings) {
        settings.forEach((key, value) -> {
            if (isSecret(key) && value.length() >= SHORTEST) {
                add(value);
                addParts(value);
            }
        });
        values.sort((one, other) -> other.length() - one.length());
    }

    private void add(String value) {
        values.add(value);
        values.add(Base64.getEncoder().encodeToString(value.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    /** A connection string, of Azure for one, is a list of settings, of which a library may name one. */
    private void addParts(String value) {
        for (String part : value.split(";")) {
            int end = part.indexOf('=');
            if (end > 0 && end + SHORTEST < part.length() && isSecret(part.substring(0, end))) {
                add(part.substring(end + 1));
            }
        }
    }

    static boolean isSecret(String key) {
        return NAMES.matcher(key).find();
    }

    /**
     * An option's value, fit for being shown.
     *
     * @param key the option's name
     * @param value its value
     * @return the value, or what stands for it
     */
    public static String shown(String key, String value) {
        return isSecret(key) && !value.equals("none") ? HIDDEN : withoutCredentials(value);
    }

    private static String withoutCredentials(String text) {
        return QUERY_IN_URL
                .matcher(USER_IN_URL.matcher(text).replaceAll("//" + HIDDEN + "@"))
                .replaceAll("$1" + HIDDEN);
    }

    /**
     * A text that may hold secrets, without them.
     *
     * @param text what a library or a server said
     * @return the same, with what stands for them
     */
    public String hide(String text) {
        String hidden = text;
        for (String value : values) {
            hidden = hidden.replace(value, HIDDEN);
        }
        return withoutCredentials(hidden);
    }
}
