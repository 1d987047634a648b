package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.ClassFiles;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.annotation.Probe;

final class DryRunTest {

    private static final String INHERITED = "@Probe, inherited from " + Api.class.getName();

    @TempDir
    private Path folder;

    interface Api {
        @Probe("api")
        void take();
    }

    static class Between implements Api {
        @Override
        public void take() {}
    }

    static final class Subtype extends Between {
        @Override
        public void take() {}

        void other() {}
    }

    @Probe(tags = {"desk", "fx"})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    static final class Annotated {
        @Marked
        void work() {}
    }

    private static MethodPattern all() throws BadPatternException {
        return MethodPattern.parse(Subtype.class.getName() + "#*");
    }

    @Test
    void namesTheRuleThatIsInForceWhereAnAnnotationIsInherited() throws BadPatternException {
        SelectionRules rules = SelectionRules.of(Selection.NONE);
        for (Class<?> type : List.of(Api.class, Between.class)) {
            ClassDecision.on(ClassFiles.of(type), rules, ProbedMethods.NOTHING);
        }
        List<MethodExplanation> methods = new DryRun(rules, all(), List.of()).in(ClassFiles.of(Subtype.class), "app");

        assertThat(methods)
                .filteredOn(method -> method.method().startsWith("take"))
                .extracting(MethodExplanation::rule, MethodExplanation::probe)
                .containsExactly(tuple(INHERITED, "api"));
        assertThat(methods)
                .filteredOn(method -> method.method().startsWith("other"))
                .extracting(MethodExplanation::rule)
                .containsExactly(all().rule());
    }

    private void write(Class<?> type, byte[] classFile) throws IOException {
        Path file = folder.resolve(type.getName().replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, classFile);
    }

    @Test
    void ofFilesItLooksAtTheParentsThatAreThere() throws IOException, BadPatternException {
        for (Class<?> type : List.of(Api.class, Between.class, Subtype.class)) {
            write(type, ClassFiles.of(type));
        }
        try (ClassArchive files = ClassArchive.in(folder)) {
            assertThat(files.matches(all()).shown())
                    .extracting(MethodExplanation::rule)
                    .contains(INHERITED, all().rule());
        }
    }

    @Test
    void ofFilesItLooksAtTheAnnotationTypesThatAreThere() throws IOException, BadPatternException {
        MethodPattern pattern = MethodPattern.parse(Annotated.class.getName() + "#*");
        write(Annotated.class, ClassFiles.of(Annotated.class));
        write(Marked.class, ClassFiles.of(Marked.class));
        try (ClassArchive files = ClassArchive.in(folder)) {
            assertThat(files.matches(pattern).shown())
                    .extracting(MethodExplanation::rule, MethodExplanation::probe)
                    .contains(tuple(
                            '@' + Marked.class.getName() + " (marked @Probe)", "DryRunTest.Annotated.work{desk=fx}"));
        }
        write(Marked.class, Arrays.copyOf(ClassFiles.of(Marked.class), 100));
        try (ClassArchive files = ClassArchive.in(folder)) {
            assertThat(files.matches(pattern).shown())
                    .extracting(MethodExplanation::rule)
                    .contains(pattern.rule());
        }
    }

    @Test
    void ofAMalformedParentNothingIsLearnt() throws IOException, BadPatternException {
        write(Subtype.class, ClassFiles.of(Subtype.class));
        for (byte[] malformed : List.of(new byte[0], Arrays.copyOf(ClassFiles.of(Between.class), 100))) {
            write(Between.class, malformed);
            try (ClassArchive files = ClassArchive.in(folder)) {
                assertThat(files.matches(all()).shown())
                        .extracting(MethodExplanation::rule)
                        .contains(all().rule())
                        .doesNotContain(INHERITED);
            }
        }
    }
}
