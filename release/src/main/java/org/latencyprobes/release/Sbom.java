package org.latencyprobes.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;

/**
 * A bill of materials of what is in the agent's jar: of the components that its POM declares those that the jar holds, each with those
 * that are shaded in it. The jar itself says whose classes it has.
 */
public final class Sbom {

    private static final String COMPONENTS = "META-INF/licenses/components.txt";

    /** A line of that file. */
    private record Line(String[] columns) {
        private String component() {
            return columns[1];
        }

        private boolean isShaded() {
            return columns.length > 4;
        }

        private String container() {
            return columns[4];
        }

        private String licence() {
            return columns.length > 3 ? columns[3] : null;
        }
    }

    private final ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Sbom() {}

    /**
     * Writes the bill.
     *
     * @param arguments the agent's jar, the bill of what is declared, the file that is written
     * @throws IOException if a file can't be read or written
     */
    public static void main(String[] arguments) throws IOException {
        new Sbom().write(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
    }

    private void write(Path jar, Path declared, Path file) throws IOException {
        ObjectNode bill = (ObjectNode) json.readTree(declared.toFile());
        List<Line> lines = lines(jar);
        Map<String, ObjectNode> known = new LinkedHashMap<>();
        bill.path("components").forEach(component -> known.put(nameOf(component), (ObjectNode) component));
        Map<String, ObjectNode> held = new TreeMap<>();
        for (Line line : lines) {
            if (!line.isShaded()) {
                ObjectNode component = found(known.get(line.component()), line.component());
                license(component, line);
                held.put(line.component(), component);
            }
        }
        known.forEach((name, component) -> {
            if (name.startsWith("org.latencyprobes:")) {
                held.put(name, component);
            }
        });
        Map<String, ObjectNode> containers = new LinkedHashMap<>();
        held.values()
                .forEach(component -> containers.put(
                        component.path("name").asText()
                                + ':'
                                + component.path("version").asText(),
                        component));
        for (Line line : lines) {
            if (line.isShaded()) {
                found(containers.get(line.container()), line.container())
                        .withArray("components")
                        .add(shaded(line));
            }
        }
        ArrayNode components = bill.putArray("components");
        held.values().forEach(components::add);
        keepDependenciesOf(bill, held);
        Files.createDirectories(file.toAbsolutePath().getParent());
        json.writeValue(file.toFile(), bill);
    }

    private static List<Line> lines(Path jar) throws IOException {
        try (JarFile content = new JarFile(jar.toFile());
                InputStream text = content.getInputStream(content.getEntry(COMPONENTS))) {
            List<Line> lines = new ArrayList<>();
            new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> lines.add(new Line(line.split(" +"))));
            return lines;
        }
    }

    private static String nameOf(JsonNode component) {
        return component.path("group").asText() + ':' + component.path("name").asText();
    }

    /** A version that changed means that somebody has to look what is shaded now. */
    private static ObjectNode found(ObjectNode component, String name) {
        if (component == null) {
            throw new IllegalStateException(
                    name
                            + " is named in agent/jar/src/licenses/components.txt, and is not what the agent's POM resolves to");
        }
        return component;
    }

    private ObjectNode shaded(Line line) {
        String[] names = line.component().split(":");
        ObjectNode component = json.createObjectNode()
                .put("type", "library")
                .put("group", names[0])
                .put("name", names[1])
                .put("version", names[2])
                .put("purl", "pkg:maven/" + names[0] + '/' + names[1] + '@' + names[2]);
        license(component, line);
        component
                .putArray("properties")
                .addObject()
                .put("name", "latencyprobes:package")
                .put("value", line.columns()[0]);
        return component;
    }

    private static void license(ObjectNode component, Line line) {
        if (line.licence() != null) {
            component.putArray("licenses").addObject().putObject("license").put("id", line.licence());
        }
    }

    private static void keepDependenciesOf(ObjectNode bill, Map<String, ObjectNode> held) {
        Set<String> references = new HashSet<>();
        references.add(bill.path("metadata").path("component").path("bom-ref").asText());
        held.values()
                .forEach(component -> references.add(component.path("bom-ref").asText()));
        ArrayNode kept = bill.arrayNode();
        for (JsonNode dependency : bill.path("dependencies")) {
            if (references.contains(dependency.path("ref").asText())) {
                ArrayNode on = bill.arrayNode();
                dependency.path("dependsOn").forEach(reference -> {
                    if (references.contains(reference.asText())) {
                        on.add(reference);
                    }
                });
                ((ObjectNode) dependency).set("dependsOn", on);
                kept.add(dependency);
            }
        }
        bill.set("dependencies", kept);
    }
}
