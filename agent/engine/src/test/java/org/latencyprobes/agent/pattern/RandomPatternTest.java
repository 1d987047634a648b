package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random texts, and random globs beside regular expressions that mean the same. */
final class RandomPatternTest {

    private static final int TEXTS = 5_000;
    private static final int MANY = 50_000;

    private static final String[] PIECES = {
        ".",
        "..",
        "*",
        "#",
        "(",
        ")",
        ",",
        "[]",
        "[",
        "'",
        "\"",
        ";",
        "\n",
        " ",
        "as ",
        "tag ",
        "=",
        "{",
        "}",
        "{class}",
        "{method}",
        "new",
        "a",
        "B",
        "com.acme",
        "String",
        "$",
        "-",
        "/",
        "<",
        "\\",
        "\0",
        "\u00e4",
        "\ud83d\ude00",
        "\ud83d"
    };

    /** Mostly pieces of the grammar, and now and then any character. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(16); i > 0; i--) {
            if (random.nextInt(20) == 0) {
                text.append((char) random.nextInt(0x10000));
            } else {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
        }
        return text.toString();
    }

    @Test
    void aTextIsReadOrRefusedAtAPlaceInIt() {
        readOrRefuse(TEXTS, new Random(1));
    }

    private static void readOrRefuse(int texts, Random random) {
        int read = 0;
        for (int i = 0; i < texts; i++) {
            String text = (random.nextBoolean() ? "a.B" : "") + text(random);
            try {
                List<MethodPattern> patterns = MethodPattern.parseAll(text);
                read += patterns.size();
                for (MethodPattern pattern : patterns) {
                    assertReadsItself(pattern);
                }
            } catch (BadPatternException e) {
                assertThat(e.position()).as(text).isBetween(0, text.length());
                assertThat(e.getMessage().lines()).as(text).hasSize(3);
            }
        }
        assertThat(read).isGreaterThan(texts / 20);
    }

    private static void assertReadsItself(MethodPattern pattern) throws BadPatternException {
        assertThat(MethodPattern.parse(pattern.toString())).isEqualTo(pattern);
        assertThat(MethodPattern.parseAll(pattern.toString())).containsExactly(pattern);
        pattern.matchesType("com.acme.B$a");
        pattern.matchesMethod("a", "(Ljava/lang/String;)V", false);
        pattern.probeName("com.acme.B", "a", "(I)V");
        pattern.tags("com.acme.B", "a", "(I)V");
    }

    /** Of few letters, so that globs and names often meet. */
    private static String letters(Random random, int most, String alphabet) {
        StringBuilder letters = new StringBuilder();
        for (int i = random.nextInt(most) + 1; i > 0; i--) {
            letters.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return letters.toString().replaceAll("\\*+", "*");
    }

    private static String nameOf(Random random) {
        StringBuilder name = new StringBuilder(letters(random, 3, "ab$"));
        for (int i = random.nextInt(4); i > 0; i--) {
            name.append('.').append(letters(random, 3, "ab$"));
        }
        return name.toString();
    }

    private static String globOf(Random random) {
        StringBuilder glob = new StringBuilder(random.nextInt(4) == 0 ? ".." : "");
        glob.append(letters(random, 3, "ab$**"));
        for (int i = random.nextInt(4); i > 0; i--) {
            glob.append(random.nextBoolean() ? "." : "..").append(letters(random, 3, "ab$**"));
        }
        return glob.toString().replaceAll("\\*+", "*");
    }

    /** {@code <} and {@code >} stand in for gaps, at the beginning and within. */
    private static Pattern regexOf(String glob) {
        return Pattern.compile(glob.replaceFirst("^\\.\\.", "<")
                .replace("..", ">")
                .replace("$", "\\$")
                .replace(".", "\\.")
                .replace("*", "[^.]*")
                .replace("<", "(.*\\.)?")
                .replace(">", "\\.(.*\\.)?"));
    }

    @Test
    void typesMatchAsTheRegularExpressionDoes() throws BadPatternException {
        matchTypes(TEXTS, new Random(2));
    }

    private static void matchTypes(int texts, Random random) throws BadPatternException {
        int matches = 0;
        for (int i = 0; i < texts; i++) {
            String glob = globOf(random);
            String name = nameOf(random);
            boolean expected = regexOf(glob).matcher(name).matches();
            assertThat(MethodPattern.parse(glob).matchesType(name))
                    .as("%s and %s", glob, name)
                    .isEqualTo(expected);
            matches += expected ? 1 : 0;
        }
        assertThat(matches).isBetween(texts / 20, texts / 2);
    }

    @Test
    void methodsMatchAsTheRegularExpressionDoes() throws BadPatternException {
        matchMethods(TEXTS, new Random(3));
    }

    private static void matchMethods(int texts, Random random) throws BadPatternException {
        int matches = 0;
        for (int i = 0; i < texts; i++) {
            String glob = letters(random, 6, "ab**").replaceAll("\\*+", "*");
            String name = letters(random, 6, "ab");
            boolean expected = name.matches(glob.replace("*", ".*"));
            assertThat(MethodPattern.parse("A#" + glob).matchesMethod(name, "()V", false))
                    .as("%s and %s", glob, name)
                    .isEqualTo(expected);
            matches += expected ? 1 : 0;
        }
        assertThat(matches).isBetween(texts / 20, texts / 2);
    }

    private static String parameterListOf(Random random, String... types) {
        StringBuilder list = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.append(list.length() == 0 ? "" : ",").append(types[random.nextInt(types.length)]);
        }
        return list.toString();
    }

    @Test
    void parametersMatchAsTheRegularExpressionDoes() throws BadPatternException {
        matchParameters(TEXTS, new Random(4));
    }

    private static void matchParameters(int texts, Random random) throws BadPatternException {
        int matches = 0;
        for (int i = 0; i < texts; i++) {
            String glob = parameterListOf(random, "int", "long", "*", "..");
            String descriptor = parameterListOf(random, "I", "J").replace(",", "");
            String regex = glob.replace("..", "[IJ]+")
                    .replace("int", "I")
                    .replace("long", "J")
                    .replaceAll("(?<!])\\*", "[IJ]")
                    .replace("+", "*")
                    .replace(",", "");
            boolean expected = descriptor.matches(regex);
            assertThat(MethodPattern.parse("A#a(" + glob + ')').matchesMethod("a", '(' + descriptor + ")V", false))
                    .as("%s and %s", glob, descriptor)
                    .isEqualTo(expected);
            matches += expected ? 1 : 0;
        }
        assertThat(matches).isBetween(texts / 20, texts / 2);
    }

    @Test
    @Tag("full")
    void soDoMany() throws BadPatternException {
        readOrRefuse(MANY, new Random(5));
        matchTypes(MANY, new Random(6));
        matchMethods(MANY, new Random(7));
        matchParameters(MANY, new Random(8));
    }
}
