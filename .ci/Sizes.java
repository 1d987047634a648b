import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A report of the code's size: Java files, lines and statements of each module, and the longest files and methods.
 *
 * <p>Statements are those of the language's grammar, fields included and blocks not, so comments and line breaks don't count. Usage:
 * {@code java .ci/Sizes.java [--tests] [FOLDER]}, by default of the main code below the current folder.
 */
public final class Sizes {

    private static final int SHOWN = 5;

    private final Map<String, int[]> modules = new TreeMap<>();
    private final List<Length> files = new ArrayList<>();
    private final List<Length> methods = new ArrayList<>();

    private record Length(String name, int lines) {}

    public static void main(String[] arguments) throws IOException {
        List<String> given = new ArrayList<>(List.of(arguments));
        String sources = given.remove("--tests") ? "src/test/java" : "src/main/java";
        Sizes sizes = new Sizes();
        sizes.read(Path.of(given.isEmpty() ? "." : given.get(0)), sources);
        sizes.print();
    }

    private void read(Path root, String sources) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(root)) {
            paths = all.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> path.toString().contains('/' + sources + '/'))
                    .toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(paths));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree file : task.parse()) {
                read(root, sources, file, positions);
            }
        }
    }

    private void read(Path root, String sources, CompilationUnitTree file, SourcePositions positions)
            throws IOException {
        JavaFileObject source = file.getSourceFile();
        String path = root.toRealPath().relativize(Path.of(source.toUri())).toString();
        int lines = (int) source.getCharContent(true).toString().lines().count();
        files.add(new Length(path, lines));
        int[] sums = modules.computeIfAbsent(path.substring(0, path.indexOf(sources)), module -> new int[3]);
        sums[0]++;
        sums[1] += lines;
        sums[2] += statements(file, path, positions);
    }

    private int statements(CompilationUnitTree file, String path, SourcePositions positions) {
        int[] count = new int[1];
        LineMap map = file.getLineMap();
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void nothing) {
                if (tree instanceof StatementTree && !(tree instanceof BlockTree)) {
                    count[0]++;
                }
                return super.scan(tree, nothing);
            }

            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                if (method.getBody() != null && positions.getStartPosition(file, method.getBody()) >= 0) {
                    long begin = map.getLineNumber(positions.getStartPosition(file, method.getBody()));
                    long end = map.getLineNumber(positions.getEndPosition(file, method.getBody()));
                    methods.add(new Length(path + '#' + method.getName(), (int) (end - begin + 1)));
                }
                return super.visitMethod(method, nothing);
            }
        }.scan(file, null);
        return count[0];
    }

    private void print() {
        System.out.printf("%-40s %6s %8s %11s%n", "module", "files", "lines", "statements");
        int[] total = new int[3];
        modules.forEach((module, sums) -> {
            System.out.printf("%-40s %6d %8d %11d%n", module, sums[0], sums[1], sums[2]);
            for (int column = 0; column < sums.length; column++) {
                total[column] += sums[column];
            }
        });
        System.out.printf("%-40s %6d %8d %11d%n", "total", total[0], total[1], total[2]);
        print("file", files);
        print("method", methods);
    }

    private static void print(String what, List<Length> lengths) {
        lengths.sort(Comparator.comparingInt(Length::lines));
        System.out.printf("%nlines of a %s: median %d; the longest:%n", what, lengths.get(lengths.size() / 2).lines());
        lengths.subList(Math.max(0, lengths.size() - SHOWN), lengths.size())
                .forEach(length -> System.out.printf("%6d  %s%n", length.lines(), length.name()));
    }
}
