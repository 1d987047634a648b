package org.latencyprobes.agent.base;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of the agent. */
public final class Version {

    private static final String FILE = "org/latencyprobes/agent/version.txt";

    private Version() {}

    /**
     * The version of this copy.
     *
     * @return as Maven has it; {@code unknown} where its file is missing
     */
    public static String text() {
        try (InputStream content = Version.class.getClassLoader().getResourceAsStream(FILE)) {
            return content == null ? "unknown" : new String(content.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
