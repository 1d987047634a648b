package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The statements of {@code docs/select.md}, which must be true. */
final class PatternsPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "select.md");
    private static final Pattern BLOCK = Pattern.compile("```pattern\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    private static Stream<String[]> rowsOf(String heading) throws IOException {
        return page().lines()
                .dropWhile(line -> !line.startsWith("| " + heading))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split(" \\| |^\\| | \\|$"));
    }

    private static List<String> codeIn(String cell) {
        return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
    }

    @Test
    void itsPatternsFollowTheGrammar() throws Exception {
        int count = 0;
        for (MatchResult block : BLOCK.matcher(page()).results().toList()) {
            count += MethodPattern.parseAll(block.group(1)).size();
        }
        assertThat(count).isEqualTo(10);
    }

    @Test
    void itsExamplesMatchWhatTheyAreSaidTo() throws Exception {
        List<String[]> rows = rowsOf("pattern").toList();
        assertThat(rows).hasSizeGreaterThan(15);
        for (String[] row : rows) {
            MethodPattern pattern = MethodPattern.parse(codeIn(row[1]).get(0));
            assertThat(codeIn(row[2]))
                    .isNotEmpty()
                    .allSatisfy(method -> assertThat(matches(pattern, method))
                            .as("%s matches %s", pattern, method)
                            .isTrue());
            assertThat(codeIn(row[3]))
                    .isNotEmpty()
                    .allSatisfy(method -> assertThat(matches(pattern, method))
                            .as("%s matches %s", pattern, method)
                            .isFalse());
        }
    }

    @Test
    void itsPlaceholdersBecomeWhatTheyAreSaidTo() throws Exception {
        List<String[]> rows = rowsOf("placeholder").toList();
        assertThat(rows).hasSize(Placeholder.values().length);
        for (String[] row : rows) {
            MethodPattern pattern = MethodPattern.parse("A as " + codeIn(row[1]).get(0));
            assertThat(pattern.probeName("com.acme.Order$Line", "add", descriptor("java.lang.String,int[]")))
                    .isEqualTo(codeIn(row[3]).get(0));
        }
    }

    @Test
    void itsComplaintIsTheRealOne() throws IOException {
        try {
            MethodPattern.parse("com.acme.Order#(String)");
        } catch (BadPatternException e) {
            assertThat(page()).contains("\n```\n" + e.getMessage() + "\n```\n");
        }
    }

    private static boolean matches(MethodPattern pattern, String method) {
        String[] parts = method.split("[#()]");
        return pattern.matchesType(parts[0])
                && pattern.matchesMethod(parts[1], descriptor(parts.length > 2 ? parts[2] : ""), false);
    }

    private static String descriptor(String parameters) {
        StringBuilder descriptor = new StringBuilder("(");
        for (String type : parameters.isEmpty() ? new String[0] : parameters.split(",")) {
            String element = type.replace("[]", "");
            descriptor.append("[".repeat((type.length() - element.length()) / 2));
            switch (element) {
                case "int" -> descriptor.append('I');
                case "long" -> descriptor.append('J');
                default ->
                    descriptor.append('L').append(element.replace('.', '/')).append(';');
            }
        }
        return descriptor.append(")V").toString();
    }
}
