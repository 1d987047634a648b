package org.latencyprobes.agent;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.base.Version;

/** The pages lead where they say, and are no longer than somebody reads. */
final class PagesTest {

    private static final Path ROOT = SourceFiles.ROOT;
    private static final Path DOCS = ROOT.resolve("docs");
    private static final long KB = 1024;

    private static final Pattern CODE = Pattern.compile("^ *```.*?^ *```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    /** A row of the tables that say which class to change for what. */
    private static final Pattern TO_CHANGE = Pattern.compile("^\\| .* \\| (.*`.*) \\|$", Pattern.MULTILINE);

    private static final Pattern CLASS = Pattern.compile("`(?:[\\w-]+/)*([A-Z]\\w+)`");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:IT|Test))#(\\w+)`");
    private static final Pattern OUR_VERSION =
            Pattern.compile("latency-probes[\\w-]*(?:</artifactId>\\s*<version>|[:/-])(\\d+\\.\\d+\\.\\d+)");
    private static final Pattern LINK_TEXT = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

    private static Stream<Path> pagesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream();
        }
    }

    private static List<Path> linking() throws IOException {
        return Stream.of(pagesIn(ROOT), pagesIn(DOCS), pagesIn(DOCS.resolve("internals")), examples())
                .flatMap(pages -> pages)
                .toList();
    }

    private static Stream<Path> examples() {
        return Stream.of("gate", "quickfixj", "releases")
                .map(name -> ROOT.resolve("demo-apps/examples/" + name + "/README.md"));
    }

    private static String textOf(Path page) throws IOException {
        return CODE.matcher(Files.readString(page)).replaceAll("");
    }

    /** As GitHub makes them of headings. */
    private static Set<String> anchors(Path page) throws IOException {
        return HEADING.matcher(textOf(page))
                .results()
                .map(heading -> LINK_TEXT.matcher(heading.group(1)).replaceAll("$1"))
                .map(heading -> heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void eachLinkLeadsToAFileAndAHeadingThatAreThere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : linking()) {
            Matcher link = LINK.matcher(textOf(page));
            while (link.find()) {
                if (!link.group(1).startsWith("https:")) {
                    links++;
                    if (!leadsSomewhere(page, link.group(1))) {
                        broken.add(ROOT.relativize(page) + ": " + link.group(1));
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(100);
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    @Test
    void pagesAreNoLongerThanSomebodyReads() throws IOException {
        assertThat(Files.size(ROOT.resolve("README.md"))).isLessThanOrEqualTo(12 * KB);
        assertThat(pagesIn(DOCS))
                .allSatisfy(page -> assertThat(page.toFile().length()).isLessThanOrEqualTo(25 * KB));
        assertThat(bytes(pagesIn(DOCS))).isLessThanOrEqualTo(220 * KB);
        assertThat(bytes(pagesIn(DOCS.resolve("internals"))) + Files.size(ROOT.resolve("RATIONALE.md")))
                .isLessThanOrEqualTo(150 * KB);
    }

    private static long bytes(Stream<Path> pages) {
        return pages.mapToLong(page -> page.toFile().length()).sum();
    }

    /** On JDK 17 and 25, as the page of trust promises: what is no test of each JDK, by its class or its method, runs on one of them. */
    @Test
    void testsThatPagesNameAreThereAndThoseOfAttacksRunOnEachJdk() throws IOException {
        Map<String, Path> files = SourceFiles.bySimpleName();
        int named = 0;
        for (Path page : pagesIn(DOCS).toList()) {
            for (MatchResult test : TEST.matcher(textOf(page)).results().toList()) {
                assertThat(files.get(test.group(1))).as(test.group(1)).isNotNull();
                String source = Files.readString(files.get(test.group(1)));
                assertThat(source).contains("void " + test.group(2) + "(");
                String before = source.substring(0, source.indexOf("void " + test.group(2) + "("));
                String tags = before.split("\n(?:\\w+ )*class ", 2)[0] + before.substring(before.lastIndexOf("\n\n"));
                assertThat(tags).as(test.group()).containsAnyOf("@Tag(\"each-jdk\")", "@Tag(\"nightly\")");
                named++;
            }
        }
        assertThat(named).isGreaterThan(50);
    }

    /** Maven writes it into all else. */
    @Test
    void pagesAndTheCatalogueOfJbangNameTheVersionThatIsBuilt() throws IOException {
        List<String> named = new ArrayList<>();
        for (Path page : Stream.concat(linking().stream(), Stream.of(ROOT.resolve("jbang-catalog.json")))
                .toList()) {
            OUR_VERSION
                    .matcher(Files.readString(page))
                    .results()
                    .forEach(match -> named.add(ROOT.relativize(page) + " " + match.group(1)));
        }
        assertThat(named)
                .hasSizeGreaterThan(10)
                .anyMatch(each -> each.startsWith("jbang"))
                .allMatch(each -> each.endsWith(' ' + Version.text()));
    }

    @Test
    void theListHasEachPage() throws IOException {
        String list = Files.readString(DOCS.resolve("README.md"));
        assertThat(pagesIn(DOCS).map(page -> page.getFileName().toString()).filter(not("README.md"::equals)))
                .allSatisfy(name -> assertThat(list).contains("(" + name + ")"));
    }

    @Test
    void classesThatContributingNamesAreThere() throws IOException {
        String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        String tables = page.substring(page.indexOf("| to change | see |"), page.indexOf("## Build and test"));
        List<String> named = TO_CHANGE
                .matcher(tables)
                .results()
                .flatMap(row -> CLASS.matcher(row.group(1)).results())
                .map(name -> name.group(1))
                .toList();
        assertThat(named).hasSizeGreaterThan(100);
        Set<String> there = SourceFiles.bySimpleName().keySet();
        assertThat(named).filteredOn(not(there::contains)).isEmpty();
    }
}
