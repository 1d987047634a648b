package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.option.Option;

final class ForeignAnnotationSetTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "select.md");

    private static String row(AnnotationMapping annotation) {
        return "| `" + annotation.set() + "` | `" + ProbeAnnotations.typeName(annotation.descriptor()) + "` | "
                + (annotation.onClasses() ? "methods and classes" : "methods") + " | "
                + attribute(annotation.nameAttribute()) + " | " + attribute(annotation.tagsAttribute())
                + (annotation.tagsJoined() ? ", as `key=value`" : "") + " |\n";
    }

    private static String attribute(String name) {
        return name.isEmpty() ? "none" : '`' + name + '`';
    }

    @Test
    void thePageHasTheTableOfTheSets() throws IOException {
        String table = Arrays.stream(ForeignAnnotationSet.values())
                .flatMap(set -> set.annotations().stream())
                .map(ForeignAnnotationSetTest::row)
                .collect(Collectors.joining());
        assertThat(Files.readString(PAGE)).contains("|---|---|---|---|---|\n" + table + "\n");
    }

    @Test
    void theOptionNamesAllSets() {
        assertThat(Option.ANNOTATIONS.allowed()).contains(ForeignAnnotationSet.keys());
    }

    @Test
    void aFullNameIsOneAnnotationThatNamesNothing() {
        assertThat(ForeignAnnotationSet.of("com.acme.Outer$Inner"))
                .containsExactly(
                        new AnnotationMapping("Lcom/acme/Outer$Inner;", "com.acme.Outer$Inner", true, "", "", false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"colour", "Micrometer", ""})
    void anUnknownSetIsRefusedWithThoseThatThereAre(String set) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ForeignAnnotationSet.of(set))
                .withMessage("there is no set of annotations \"" + set
                        + "\"; there are micrometer, otel, datadog, dropwizard, microprofile, spring, jaxrs,"
                        + " and full names of annotations");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "com.", ".Foo", "com..Foo", "com.acme.@Foo", "com/acme.Foo", "com.acme.*"})
    void whatCannotBeATypeIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ForeignAnnotationSet.of(name))
                .withMessage('"' + name + "\" is not the full name of an annotation");
    }

    @Test
    void joinedTagsAreParted() {
        AnnotationMapping joined = ForeignAnnotationSet.of("microprofile").get(0);
        assertThat(joined.tags(List.of("desk=fx", "note=a=b", "odd")))
                .containsExactly("desk", "fx", "note", "a=b", "odd", "");
        AnnotationMapping inTurn = ForeignAnnotationSet.of("micrometer").get(0);
        assertThat(inTurn.tags(List.of("desk", "a=b"))).containsExactly("desk", "a=b");
    }
}
