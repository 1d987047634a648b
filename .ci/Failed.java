import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A list of the tests that failed: which, why, and how to run each alone. It reads the reports that Maven has left below the current folder.
 *
 * <p>Usage: {@code java .ci/Failed.java [--since FILE] [--jdk HOME] [--names | --summary]}. {@code --since} leaves out reports that are older
 * than a file, {@code --jdk} is the JDK that the commands name, {@code --names} prints only the names, {@code --summary} only numbers, what
 * was skipped, and which tests took longest. At most 40 lines are printed, without {@code --names}.
 */
public final class Failed {

    private static final int LINES = 40;
    private static final int LEAST_LINES_OF_A_TEST = 8;
    private static final int COLUMNS = 200;
    private static final int SLOWEST = 5;

    private final List<Case> failed = new ArrayList<>();
    private final List<Suite> suites = new ArrayList<>();

    private record Suite(String name, int tests, int skipped, double seconds) {}

    /** A test that failed. The module's folder is relative to the current one. */
    private record Case(Path module, boolean isOfJar, String type, String method, String why) {

        String name() {
            return type + (method.isEmpty() ? "" : '#' + method);
        }

        /** At most so many: the name, what was said, and two of what to do next. */
        List<String> lines(String jdk, int most) {
            List<String> lines = new ArrayList<>();
            Matcher place = Pattern.compile("\\(" + simpleName() + "\\.java:\\d+\\)").matcher(why);
            lines.add("FAILED " + name() + "  (" + module + ")" + (place.find() ? "  at " + place.group() : ""));
            String said = said();
            for (int line = 0; line < most - 3 && line * COLUMNS < said.length(); line++) {
                lines.add("  " + said.substring(line * COLUMNS, Math.min(said.length(), (line + 1) * COLUMNS)));
            }
            lines.add("  alone:  mvn verify -Pnightly -pl " + module + " -am " + selection()
                    + (jdk.isEmpty() ? "" : " -Dtest.java.home=" + jdk));
            lines.add("  output: target/forked-jvms/" + simpleName() + "-*, " + module + "/target/*-reports/*" + type + ".txt");
            return lines;
        }

        /** Without the stack, and on one line: what a command printed is long, and its reason stands somewhere in it. */
        private String said() {
            String text = why.replaceFirst("(?s)\\n\\s+at \\S+\\(.*", "").strip();
            return text.replaceAll("\\s+", " ");
        }

        /** Of a test with parameters all of them run. */
        private String selection() {
            String test = simpleName() + (method.isEmpty() ? "" : '#' + method);
            return isOfJar ? "-Dtest=NONE -Dit.test='" + test + "'" : "-Dtest='" + test + "' -Dit.test=NONE";
        }

        private String simpleName() {
            return type.substring(type.lastIndexOf('.') + 1);
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<String> given = List.of(arguments);
        Failed failed = new Failed();
        String since = after(given, "--since");
        failed.read(since.isEmpty() ? FileTime.fromMillis(0) : Files.getLastModifiedTime(Path.of(since)));
        if (given.contains("--names")) {
            failed.failed.stream().map(Case::name).distinct().sorted().forEach(System.out::println);
        } else if (given.contains("--summary")) {
            failed.summarise();
        } else {
            failed.print(after(given, "--jdk"));
        }
    }

    private static String after(List<String> arguments, String option) {
        int at = arguments.indexOf(option);
        return at < 0 || at == arguments.size() - 1 ? "" : arguments.get(at + 1);
    }

    private void read(FileTime since) throws Exception {
        List<Path> reports;
        try (Stream<Path> all = Files.find(Path.of(""), 8, (path, is) -> isReport(path) && !is.lastModifiedTime().toInstant().isBefore(since.toInstant()))) {
            reports = all.sorted().toList();
        }
        for (Path report : reports) {
            read(report);
        }
    }

    private static boolean isReport(Path path) {
        return path.getFileName().toString().matches("TEST-.*\\.xml")
                && path.getParent().getFileName().toString().matches("(surefire|failsafe)-reports");
    }

    private void read(Path report) throws Exception {
        Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile()).getDocumentElement();
        suites.add(new Suite(
                suite.getAttribute("name"),
                Integer.parseInt(suite.getAttribute("tests")),
                Integer.parseInt(suite.getAttribute("skipped")),
                Double.parseDouble(suite.getAttribute("time"))));
        for (Element test : elements(suite, "testcase")) {
            for (String kind : List.of("failure", "error")) {
                for (Element trouble : elements(test, kind)) {
                    failed.add(new Case(
                            report.getParent().getParent().getParent(),
                            report.getParent().endsWith("failsafe-reports"),
                            test.getAttribute("classname"),
                            methodIn(test.getAttribute("name")),
                            trouble.getTextContent()));
                }
            }
        }
    }

    /** Of {@code name(int)[1]} the name. */
    private static String methodIn(String name) {
        return name.replaceFirst("[^\\p{javaJavaIdentifierPart}].*", "");
    }

    private static List<Element> elements(Element parent, String name) {
        NodeList nodes = parent.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
    }

    private void summarise() {
        System.out.println(suites.stream().mapToInt(Suite::tests).sum() + " tests");
        suites.stream()
                .filter(suite -> suite.skipped() > 0)
                .forEach(suite -> System.out.printf(Locale.ROOT, "  %d skipped in %s%n", suite.skipped(), suite.name()));
        suites.stream()
                .sorted((a, b) -> Double.compare(b.seconds(), a.seconds()))
                .limit(SLOWEST)
                .forEach(suite -> System.out.printf(Locale.ROOT, "  %5.1f s  %s%n", suite.seconds(), suite.name()));
    }

    private void print(String jdk) {
        int printed = 0;
        int shown = 0;
        int most = Math.max(LEAST_LINES_OF_A_TEST, (LINES - 1) / Math.max(1, failed.size()));
        for (Case each : failed) {
            List<String> lines = each.lines(jdk, most);
            if (printed + lines.size() < LINES) {
                lines.forEach(System.out::println);
                printed += lines.size();
                shown++;
            }
        }
        if (shown < failed.size()) {
            System.out.println("and " + (failed.size() - shown) + " more: java .ci/Failed.java --names");
        }
        if (failed.isEmpty()) {
            System.out.println("no report of a failed test: what stopped Maven is above");
        }
    }
}
