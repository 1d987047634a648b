package org.latencyprobes.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The rules that the Central Repository publishes for what it takes, as a list, asked of each artifact of this release. */
final class CentralRulesIT {

    private static final Path FOLDER = Path.of(System.getProperty("release.folder"));
    private static final Path REPOSITORY = FOLDER.resolve("repository");
    private static final boolean SIGNED = Files.exists(FOLDER.resolve("SHA256SUMS.asc"));

    private static final List<String> ARTIFACTS = List.of(
            "latency-probes-agent",
            "latency-probes-annotations",
            "latency-probes-chronicle",
            "latency-probes-jmh",
            "latency-probes-junit",
            "latency-probes-micrometer",
            "latency-probes-runtime",
            "latency-probes-spring-boot");

    /** Whether an artifact keeps a rule. */
    private interface Rule {
        void check(Artifact artifact) throws Exception;
    }

    /** In the order of the page "Requirements" of the Central Repository's documentation. */
    private static final Map<String, Rule> RULES = Map.ofEntries(
            Map.entry("sources and Javadoc for each jar", artifact -> {
                assertThat(artifact.file("-sources.jar")).isRegularFile();
                assertThat(artifact.file("-javadoc.jar")).isRegularFile();
            }),
            Map.entry("an MD5 and a SHA-1 for each file", artifact -> {
                for (Path file : artifact.payload()) {
                    assertThat(Files.readString(Path.of(file + ".md5"))).isEqualTo(digest("MD5", file));
                    assertThat(Files.readString(Path.of(file + ".sha1"))).isEqualTo(digest("SHA-1", file));
                }
            }),
            Map.entry("a signature for each file, if there is a key", artifact -> {
                for (Path file : artifact.payload()) {
                    Path signature = Path.of(file + ".asc");
                    assertThat(Files.exists(signature)).as(signature.toString()).isEqualTo(SIGNED);
                    if (SIGNED) {
                        gpgVerifies(signature, file);
                    }
                }
            }),
            Map.entry("group, name and version as the place says, and no snapshot", artifact -> {
                assertThat(artifact.text("/project/groupId")).isEqualTo("org.latencyprobes");
                assertThat(artifact.text("/project/artifactId")).isEqualTo(artifact.name);
                assertThat(artifact.text("/project/version"))
                        .isEqualTo(Artifact.VERSION)
                        .doesNotContain("SNAPSHOT");
            }),
            Map.entry("name, description and address of the project", artifact -> {
                assertThat(artifact.text("/project/name")).isNotBlank();
                assertThat(artifact.text("/project/description")).isNotBlank();
                assertThat(artifact.text("/project/url")).startsWith("https://");
            }),
            Map.entry("a licence by name and address", artifact -> {
                assertThat(artifact.text("/project/licenses/license/name")).isEqualTo("Apache-2.0");
                assertThat(artifact.text("/project/licenses/license/url")).startsWith("https://");
            }),
            Map.entry("a developer with a name and an organisation", artifact -> {
                assertThat(artifact.text("/project/developers/developer/name")).isNotBlank();
                assertThat(artifact.text("/project/developers/developer/organization"))
                        .isNotBlank();
                assertThat(artifact.text("/project/developers/developer/organizationUrl"))
                        .startsWith("https://");
            }),
            Map.entry("two connections and an address of the version control", artifact -> {
                assertThat(artifact.text("/project/scm/connection")).startsWith("scm:git:");
                assertThat(artifact.text("/project/scm/developerConnection")).startsWith("scm:git:");
                assertThat(artifact.text("/project/scm/url")).startsWith("https://");
            }),
            Map.entry("no parent, repository, expression or range that a reader would have to resolve", artifact -> {
                assertThat(artifact.text("/project/parent")).isEmpty();
                assertThat(artifact.text("//repositories")).isEmpty();
                assertThat(Files.readString(artifact.file(".pom"))).doesNotContain("${", "<version>[", "<version>(");
            }),
            Map.entry("what is depended on is published", artifact -> {
                NodeList ours = (NodeList) XPathFactory.newInstance()
                        .newXPath()
                        .evaluate(
                                "//dependency[groupId='org.latencyprobes']/artifactId",
                                artifact.pom,
                                XPathConstants.NODESET);
                for (int i = 0; i < ours.getLength(); i++) {
                    assertThat(ARTIFACTS).contains(ours.item(i).getTextContent());
                }
            }));

    /** A published artifact. */
    private static final class Artifact {

        private static final String VERSION = System.getProperty("release.version");

        private final String name;
        private final Document pom;

        private Artifact(String name) throws Exception {
            this.name = name;
            this.pom = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(file(".pom").toFile());
        }

        private Path folder() {
            return REPOSITORY.resolve("org/latencyprobes").resolve(name).resolve(VERSION);
        }

        private Path file(String ending) {
            return folder().resolve(name + '-' + VERSION + ending);
        }

        private String text(String path) throws Exception {
            return XPathFactory.newInstance().newXPath().evaluate(path, pom);
        }

        /** The files that others are about. */
        private List<Path> payload() throws IOException {
            try (Stream<Path> files = Files.list(folder())) {
                return files.filter(file -> !file.toString().matches(".*\\.(md5|sha1|asc)"))
                        .toList();
            }
        }
    }

    private static String digest(String algorithm, Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    }

    private static void gpgVerifies(Path signature, Path file) throws Exception {
        Process gpg = new ProcessBuilder("gpg", "--batch", "--verify", signature.toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(gpg.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(gpg.waitFor()).as(said).isZero();
    }

    @TestFactory
    List<DynamicNode> eachArtifactKeepsTheRules() throws Exception {
        List<DynamicNode> nodes = new ArrayList<>();
        for (String name : ARTIFACTS) {
            Artifact artifact = new Artifact(name);
            nodes.add(DynamicContainer.dynamicContainer(
                    name,
                    RULES.entrySet().stream()
                            .map(rule -> DynamicTest.dynamicTest(
                                    rule.getKey(), () -> rule.getValue().check(artifact)))));
        }
        return nodes;
    }

    @Test
    void nothingElseIsPublished() throws IOException {
        try (Stream<Path> found = Files.list(REPOSITORY.resolve("org/latencyprobes"))) {
            assertThat(found.map(each -> each.getFileName().toString())).containsExactlyInAnyOrderElementsOf(ARTIFACTS);
        }
    }
}
