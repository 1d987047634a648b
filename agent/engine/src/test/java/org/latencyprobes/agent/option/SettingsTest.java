package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.pattern.MethodPattern;

final class SettingsTest {

    private static final String WHERE = "test";

    @TempDir
    private Path folder;

    private static Settings settings(String argument) throws BadOptionException {
        Sources sources = Sources.of(argument);
        return new Settings(sources, Options.of(sources));
    }

    private static String value(Settings settings, Option option) {
        return settings.sources().given(option).value();
    }

    @Test
    void optionsNamedAreReplacedAndTheOthersStay() throws BadOptionException {
        Settings settings = settings("jitter=off,interval=5s");
        assertThat(settings.change("interval=10s,report=off", WHERE))
                .containsExactly("option report: stderr -> off", "option interval: 5s -> 10s");
        assertThat(value(settings, Option.JITTER)).isEqualTo("off");
        assertThat(settings.sources().given(Option.INTERVAL).where()).isEqualTo(WHERE);
        assertThat(settings.options().report()).isEqualTo("off");
        assertThat(settings.change("interval=10s", WHERE)).isEmpty();
    }

    @Test
    void ifOneIsBadNoneIsChanged() throws BadOptionException {
        Settings settings = settings("jitter=off");
        assertThatExceptionOfType(BadOptionException.class)
                .isThrownBy(() -> settings.change("report=off,interval=soon", WHERE));
        assertThat(value(settings, Option.REPORT)).isEqualTo("stderr");
    }

    @Test
    void theFileIsReadAgainAndWhatWasAskedForWinsOverIt() throws Exception {
        Path file = Files.writeString(folder.resolve("options"), "limit=7\njitter=off");
        Settings settings = settings("config=" + file + ",interval=5s");
        Files.writeString(file, "limit=8\ninterval=10s");
        assertThat(settings.change("", "")).containsExactly("option limit: 7 -> 8", "option jitter: off -> hiccup");
        assertThat(value(settings, Option.INTERVAL)).isEqualTo("5s");
    }

    @Test
    void patternsComeAndGoBesideThoseOfTheOptions() throws Exception {
        MethodPattern configured = MethodPattern.parse("a.B#c");
        MethodPattern added = MethodPattern.parse("a.B#d");
        Settings settings = settings("probes=a.B#c,exclude=a.B#e");
        settings.add(List.of(added));
        assertThat(settings.selection().probes()).containsExactly(configured, added);
        assertThat(settings.remove(configured)).isTrue();
        assertThat(settings.remove(configured)).isFalse();
        settings.exclude(List.of(MethodPattern.parse("a.B#f")));
        assertThat(settings.selection().probes()).containsExactly(added);
        assertThat(settings.selection().excludes()).hasSize(2);
        settings.change("limit=5", WHERE);
        assertThat(settings.selection().probes()).containsExactly(added);
        settings.change("probes=a.B#c; a.B#g", WHERE);
        assertThat(settings.selection().probes()).hasSize(3).contains(configured, added);
        assertThat(settings.remove(added)).isTrue();
        settings.add(List.of(configured));
        assertThat(settings.patterns())
                .filteredOn(row -> row.pattern().equals(configured.toString()))
                .hasSize(1);
    }
}
