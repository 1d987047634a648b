package org.latencyprobes.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;

/** The metadata of the jar for Spring Boot and IDEs, held equal to the code. */
final class MetadataTest {

    private static final JsonNode METADATA = read();

    private static JsonNode read() {
        try (InputStream json =
                LatencyProbesProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void describesEveryPropertyWithItsType() {
        List<String> described = StreamSupport.stream(METADATA.get("properties").spliterator(), false)
                .map(property -> property.get("name").asText()
                        + ' '
                        + property.get("type").asText())
                .toList();
        List<String> present = Stream.of(LatencyProbesProperties.class.getRecordComponents())
                .map(component -> LatencyProbesProperties.PREFIX
                        + '.'
                        + component.getName()
                        + ' '
                        + component.getGenericType().getTypeName().replace(", ", ","))
                .toList();
        assertThat(described).isEqualTo(present);
    }

    @Test
    void namesTheSourceAndSaysWhatItIs() {
        for (JsonNode property : METADATA.get("properties")) {
            assertThat(property.get("sourceType").asText()).isEqualTo(LatencyProbesProperties.class.getName());
            assertThat(property.get("description").asText()).endsWith(".");
        }
    }

    @Test
    void isWhatThePageLists() throws IOException {
        List<String> listed = Files.readAllLines(Path.of("../../docs/backends.md")).stream()
                .filter(line -> line.startsWith("| `" + LatencyProbesProperties.PREFIX))
                .map(line -> line.split("`")[1].replace(".*", ""))
                .toList();
        List<String> described = StreamSupport.stream(METADATA.get("properties").spliterator(), false)
                .map(property -> property.get("name").asText())
                .toList();
        assertThat(listed).isEqualTo(described);
    }

    @Test
    void importsEveryAutoConfiguration() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(
                        LatencyProbesAutoConfiguration.class.getName(),
                        LatencyProbesOtlpAutoConfiguration.class.getName());
    }
}
