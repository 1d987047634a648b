package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages about patterns that do not follow the grammar, and the places that they show. */
final class BadPatternTest {

    private static BadPatternException complaint(String text) {
        return catchThrowableOfType(BadPatternException.class, () -> MethodPattern.parseAll(text));
    }

    /** The last column stands under the pattern's character. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a.B#(int)    | 4 | expected a method name after '#', not '('; * stands for any",
                "a.B#         | 4 | expected a method name after '#', but it ends here; * stands for any",
                "a.B#;C       | 4 | expected a method name after '#', not ';'; * stands for any",
                "a.B#<init>   | 4 | expected a method name after '#', not '<'; a constructor is called new",
                "a.B#+        | 4 | expected a method name after '#', not '+'; a name with other characters stands in quotes",
                "a.B#find+    | 8 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not '+'",
                "#find        | 0 | expected a class name, not '#'; * stands for any",
                "a.B(int)     | 3 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not '('; parameters stand directly behind the method's name, and that behind '#'",
                "a.B::find    | 3 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not ':'; the method's name stands behind '#'",
                "a/B          | 1 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not '/'; packages are separated by '.'",
                "a.B,a.C      | 3 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not ','; patterns are separated by ';'",
                "a.B[]        | 3 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not '['; an array is no class with methods",
                "a.           | 2 | expected a class or package name after '.', but it ends here; * stands for any",
                "a..          | 3 | expected a class or package name after '..', but it ends here; * stands for any",
                "a...B        | 3 | expected a class or package name after '..', not '.'; * stands for any",
                ".B           | 1 | expected a second '.', not 'B'; '..' stands for any number of packages",
                "a.**.B       | 3 | one '*' is enough; '..' stands for any number of packages",
                "a.'B         | 2 | this quote is not closed",
                "a.''         | 2 | there is no name between these quotes",
                "'a.B'        | 2 | a name has no '.', in quotes or not",
                "a.B#c(       | 6 | expected a parameter or ')', but it ends here",
                "a.B#c(int    | 9 | expected ',' or ')' after a parameter, but it ends here",
                "a.B#c(int,)  | 10 | expected a class name, not ')'; * stands for any",
                "a.B#c(int a) | 10 | expected ',' or ')' after a parameter, not 'a'",
                "a.B#c(List<) | 10 | expected ',' or ')' after a parameter, not '<'; type parameters are left out",
                "a.B#c(...)   | 8 | expected ',' or ')' after a parameter, not '.'; '..' stands alone, for any number of parameters",
                "a.B#c(.)     | 7 | expected a second '.', not ')'; '..' stands for any number of parameters",
                "a.B#c(int[)  | 10 | expected ']' after '[', not ')'",
                "a.B with     | 8 | expected 'accessors' or 'generated' after 'with', but it ends here",
                "a.B with all | 9 | expected 'accessors' or 'generated' after 'with', not 'a'",
                "a.B withal   | 4 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not 'w'",
                "a.B of c     | 4 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not 'o'",
                "a.B ask      | 4 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not 'a'",
                "a.B#c() 'd'  | 8 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not '''",
                "a.B as       | 6 | expected a name after 'as', but it ends here",
                "a.B as ''    | 7 | there is no name between these quotes",
                "a.B as c as d| 9 | the pattern has a name already",
                "a.B as c'd'  | 8 | quotes go around the whole text",
                "a.B as 'c    | 7 | this quote is not closed",
                "a.B as 'c'd  | 10 | expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not 'd'",
                "a.B as {cls} | 7 | there is no placeholder {cls}; there are {class}, {package}, {fullClass}, {method}, {parameters}",
                "a.B as {     | 8 | expected '}' after '{', but it ends here; the character '{' itself is written {{",
                "a.B as {a b} | 9 | expected '}' after '{a', not ' '; the character '{' itself is written {{",
                "a.B as c}d   | 8 | there is no '{' before this '}'; the character itself is written }}",
                "a.B tag      | 7 | a tag's key is missing: tag key=value",
                "a.B tag =b   | 8 | a tag's key is missing: tag key=value",
                "a.B tag ''=b | 8 | a tag's key is missing: tag key=value",
                "a.B tag c    | 9 | expected '=' after the tag's key, but it ends here",
                "a.B tag c d=e| 9 | expected '=' after the tag's key, not ' '",
                "a.B tag {c}=d| 8 | expected '=' after the tag's key, not '{'; placeholders are for values",
                "a.B tag c=   | 10 | expected a value after '=' ('' is an empty one), but it ends here",
                "a.B tag c=d tag c=e | 16 | the tag's key c is repeated",
            })
    void namesWhatIsWrongAndWhatIsAllowed(String text, int position, String sentence) {
        BadPatternException bad = complaint(text);
        assertThat(bad.getMessage()).startsWith(sentence + "\n    " + text + '\n');
        assertThat(bad.position()).isEqualTo(position);
        assertThat(bad.getMessage()).endsWith("\n    " + " ".repeat(position) + '^');
    }

    @Test
    void onePatternIsNotTwo() {
        assertThat(catchThrowableOfType(BadPatternException.class, () -> MethodPattern.parse("A;B")))
                .hasMessage("expected the end of the text behind one pattern, not ';'\n    A;B\n     ^");
    }

    @Test
    void ofManyLinesTheOneInQuestionIsShown() {
        BadPatternException bad = complaint("a.B\na.C#\na.D");
        assertThat(bad).hasMessageEndingWith("\n    a.C#\n        ^");
        assertThat(bad.position()).isEqualTo(8);
    }

    @Test
    void ofALongPatternThePlaceInQuestionIsShown() {
        String lead = "com.acme.".repeat(100);
        assertThat(complaint(lead + "A!" + "b".repeat(100)))
                .hasMessageEndingWith("\n    …" + lead.substring(lead.length() - 49) + "A!" + "b".repeat(24) + "…\n    "
                        + " ".repeat(51) + '^');
    }

    @Test
    void theMarkStandsUnderItsCharacterBehindUnusualOnesToo() {
        assertThat(complaint("a.\ud83d\ude00B\t!")).hasMessageEndingWith("\n    a.\ud83d\ude00B !\n         ^");
        assertThat(complaint("a.B \u0007\u0007"))
                .hasMessage(
                        "expected 'as', 'tag', 'with', 'outermost' or the end of the pattern, not the character 7\n    a.B   \n        ^");
    }
}
