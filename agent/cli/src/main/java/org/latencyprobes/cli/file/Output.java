package org.latencyprobes.cli.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.StringJoiner;
import org.latencyprobes.agent.pattern.NearestName;

/**
 * A form of an answer, and where it goes: a value of the option {@code -o}.
 *
 * @param form what is written
 * @param file where it goes, or null for standard output
 */
public record Output(Form form, Path file) {

    /** What an answer can be written as. The first two are the answer itself, the others are made of what it tells. */
    public enum Form {
        /** For people. */
        TEXT,
        /** One object for scripts. */
        JSON,
        /** A table for a pull request. */
        MARKDOWN,
        /** A page. */
        HTML,
        /** A picture. */
        SVG,
        /** A report for CI servers. */
        JUNIT,
        /** A histogram log. */
        HLOG;

        /** The word for it in {@code -o}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it is the answer itself. */
        public boolean isAnswer() {
            return this == TEXT || this == JSON;
        }
    }

    /** Reads {@code form} or {@code form=file}. What is wrong is the exception's message. */
    public static Output parse(String written, Collection<Form> allowed) {
        int equals = written.indexOf('=');
        String word = equals < 0 ? written : written.substring(0, equals);
        for (Form form : allowed) {
            if (form.word().equals(word)) {
                return new Output(form, equals < 0 ? null : file(written, written.substring(equals + 1)));
            }
        }
        throw new IllegalArgumentException("-o " + word + " is not allowed here; it takes " + words(allowed)
                + ", each also with =FILE"
                + NearestName.end(word, allowed.stream().map(Form::word).toList()));
    }

    private static Path file(String written, String name) {
        try {
            Path file = Path.of(name);
            String problem = name.isEmpty() ? "-o " + written + " lacks the file" : OwnedFile.problem("-o", file);
            if (problem == null) {
                return file;
            }
            throw new IllegalArgumentException(problem);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("\"" + name + "\" is not a path: " + e.getReason());
        }
    }

    /** The words for forms. */
    public static String words(Collection<Form> forms) {
        StringJoiner words = new StringJoiner(", "); // no lambda, of which each costs a command a millisecond
        for (Form form : forms) {
            words.add(form.word());
        }
        return words.toString();
    }

    /** Whether it is what this command line asks standard output for, without more ado. */
    public static boolean isJsonAskedFor(String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            boolean isNext = arguments[i].equals("json") && i > 0 && arguments[i - 1].equals("-o");
            if (isNext || arguments[i].equals("-ojson") || arguments[i].equals("-o=json")) {
                return true;
            }
        }
        return false;
    }
}
