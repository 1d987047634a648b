package org.latencyprobes.demo.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {

    @Test
    void writesTheReports(@TempDir Path folder) throws Exception {
        OutputFolder output = new OutputFolder(folder);

        int code =
                new Measured().run(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), output);

        assertThat(code).isZero();
        assertThat(output.markdown()).hasContent("markdown of 1");
        assertThat(output.csv()).hasContent("csv of 1");
        assertThat(output.html()).hasContent("page of 1");
    }

    /** A demo with one child. */
    private static final class Measured extends Demo<Demo.PlannedChild> {

        private int added;

        @Override
        protected String setup() {
            return "";
        }

        @Override
        protected List<Demo.PlannedChild> children() {
            return List.of(() -> new Step("child", 1, "child", 1));
        }

        @Override
        protected List<String> command(Demo.PlannedChild child, Path scratch, Path result) {
            return List.of("touch", result.toString());
        }

        @Override
        protected String summary(Path result) {
            return "";
        }

        @Override
        protected void add(Demo.PlannedChild child, Path result, Optional<String> failure) {
            added++;
        }

        @Override
        protected DemoReport report() {
            return new AddedReport(added);
        }
    }

    private record AddedReport(int added) implements DemoReport {

        @Override
        public boolean isEmpty() {
            return added == 0;
        }

        @Override
        public boolean isSound() {
            return true;
        }

        @Override
        public String text() {
            return "";
        }

        @Override
        public String markdown() {
            return "markdown of " + added;
        }

        @Override
        public String csv() {
            return "csv of " + added;
        }

        @Override
        public Map<String, String> files() {
            return Map.of("report.html", "page of " + added);
        }
    }
}
