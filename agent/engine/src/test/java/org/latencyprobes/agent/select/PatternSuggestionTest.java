package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.select.fixture.Shop;

final class PatternSuggestionTest {

    private static final String SHOP = Shop.class.getName();

    @TempDir
    private Path folder;

    /** A library within an application's jar, in a folder. */
    private ClassArchive files() throws IOException {
        Path library = jar("shop.jar", path(Shop.class), Shop.class);
        jar("application.jar", "BOOT-INF/classes/" + path(Shop.Till.class), Shop.Till.class);
        jar("drawer.jar", path(Shop.Drawer.class), Shop.Drawer.class);
        jar("box.jar", path(Shop.Box.class), Shop.Box.class);
        Path nested = folder.resolve("nested.jar");
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(nested))) {
            jar.putNextEntry(new ZipEntry("BOOT-INF/lib/shop.jar"));
            Files.copy(library, jar);
        }
        Files.delete(library);
        return ClassArchive.in(folder);
    }

    private Path jar(String name, String entry, Class<?> type) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream jar = new ZipOutputStream(out)) {
            jar.putNextEntry(new ZipEntry(entry));
            jar.write(org.latencyprobes.agent.ClassFiles.of(type));
        }
        return file;
    }

    private static String path(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}.place|a dot before the method? did you mean {}#place",
                "{}.place as \"x\" tag a=b|a dot before the method? did you mean {}#place as \"x\" tag a=b",
                "{}.plcae|{} has no method plcae; did you mean {}#place",
                "{}#plcae|{} has no method plcae; did you mean {}#place",
                "{}#place(long, int)|{} has no method place(long, int); did you mean {}#place(int)",
                "{}#PLACE|did you mean {}#place",
                "{}#settle|{} has no method settle; it has place, audit, find",
                "{}$Till#lambda*|{}$Till has no method lambda*; did you mean {}$Till#lambda$*",
                "{}#audit|{}#audit() cannot be a probe: it is abstract: name the classes that implement it",
                "{}$Drawer#count|{}$Drawer has no method count of its own; did you mean {}$Till#count",
                "{}$Box#count|{}$Box has no method count of its own; did you mean {}$Till#count",
                "Till.count|did you mean {}$Till#count",
                "{}.Till#count|did you mean {}$Till#count",
                "org.latencyprobes..Till#count|did you mean org.latencyprobes..*Till#count",
                "..Till#count|did you mean ..*Till#count",
                "org.latencyprobes.Till#count|did you mean {}$Till#count",
                "Till#count|did you mean {}$Till#count",
                "Shop#place|no class there is called Shop; did you mean {}#place",
                "Shop.place|did you mean {}#place",
                "fixture.Shop|did you mean {}",
                "com.acme.Shop#place|did you mean {}#place",
                "com.acme.Shpo#place|did you mean {}#place",
                "org.latencyprobes.agent.Shop#place|did you mean {}#place",
                "org.latencyprobes.agent.select.fixture|did you mean org.latencyprobes.agent.select.fixture..*",
                "org.latencyprobes.*#place|no class there matches org.latencyprobes.*; did you mean org.latencyprobes..*#place",
                "..Sh*#plaec|none of the 4 classes that match ..Sh* has a method plaec; did you mean ..Sh*#place",
                "nonsense|no class there is called nonsense; write Class#method",
                "com.acme.*|no class there matches com.acme.*",
                "com.acme.*#place|no class there matches com.acme.*",
            })
    void saysWhyAndWhatMayHaveBeenMeant(String pattern, String said) throws Exception {
        try (ClassArchive files = files()) {
            MethodPattern parsed = MethodPattern.parse(pattern.replace("{}", SHOP));
            assertThat(PatternSuggestion.of(parsed, List.of(), files)).endsWith(said.replace("{}", SHOP));
        }
    }

    @Test
    void jarsInAFolderAndInJarsAreLookedInto() throws Exception {
        try (ClassArchive files = files()) {
            assertThat(files.jars()).isEqualTo(5);
            assertThat(files.names())
                    .containsExactlyInAnyOrder(
                            SHOP, Shop.Till.class.getName(), Shop.Drawer.class.getName(), Shop.Box.class.getName());
            assertThat(files.matches(MethodPattern.parse(SHOP + "*")).shown())
                    .extracting(MethodExplanation::loader)
                    .contains("nested.jar!BOOT-INF/lib/shop.jar", "application.jar");
        }
    }

    @Test
    void aJarThatCannotBeReadIsNamed() throws IOException {
        Files.writeString(folder.resolve("broken.jar"), "no jar");
        assertThatIOException().isThrownBy(() -> ClassArchive.in(folder)).withMessageStartingWith("broken.jar: ");
        Path text = Files.writeString(folder.resolve("broken.txt"), "no jar");
        assertThatIOException().isThrownBy(() -> ClassArchive.in(text));
    }
}
