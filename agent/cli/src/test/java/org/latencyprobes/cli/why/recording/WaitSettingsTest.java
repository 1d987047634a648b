package org.latencyprobes.cli.why.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.explain.Span;

final class WaitSettingsTest {

    private final WaitSettings settings = new WaitSettings(List.of());

    private WaitSettings set(String event, long nanos, String enabled, String threshold) {
        settings.add(event, "enabled", nanos, enabled);
        settings.add(event, "threshold", nanos, threshold);
        return settings;
    }

    @Test
    void waitsFromOneMillisecondOnAreAll() {
        set("jdk.ThreadPark", 0, "true", "1 ms");
        set("jdk.SocketRead", 0, "true", "500 us").add("jdk.SocketRead", "throttle", 0, "off");
        assertThat(settings.tellAll(new Span(10, 20))).isTrue();
        assertThat(settings.missing(new Span(0, 100))).isEmpty();
    }

    @Test
    void aRateThatNoJvmReachesLimitsNothing() {
        set("jdk.SocketRead", 0, "true", "1 ms").add("jdk.SocketRead", "throttle", 0, "1000000/s");
        assertThat(settings.tellAll(new Span(10, 20))).isTrue();
        settings.add("jdk.SocketRead", "throttle", 15, "300/s");
        assertThat(settings.tellAll(new Span(10, 20))).isFalse();
    }

    @Test
    void longerThresholdsAreTold() {
        set("jdk.ThreadPark", 0, "true", "20 ms");
        set("jdk.ThreadSleep", 0, "true", "20000000 ns");
        set("jdk.FileRead", 0, "true", "10 ms");
        assertThat(settings.tellAll(new Span(10, 20))).isFalse();
        assertThat(settings.missing(new Span(0, 100)))
                .containsExactly(
                        "waits shorter than 10 ms are not in this recording: FileRead",
                        "waits shorter than 20 ms are not in this recording: ThreadPark, ThreadSleep");
    }

    @Test
    void whatIsSwitchedOffOrThrottledOrNotUnderstoodIsMissing() {
        set("jdk.ThreadPark", 0, "false", "1 ms");
        set("jdk.ThreadSleep", 0, "true", "a while");
        set("jdk.SocketRead", 0, "true", "1 ms").add("jdk.SocketRead", "throttle", 0, "100/s");
        assertThat(settings.missing(new Span(0, 100)))
                .containsExactly(
                        "not in this recording: ThreadPark, ThreadSleep",
                        "a limited number of waits is in this recording (throttle): SocketRead");
    }

    @Test
    void settingsThatChangeHoldFromThenOn() {
        set("jdk.ThreadPark", 100, "true", "20 ms");
        set("jdk.ThreadPark", 200, "true", "1 ms");
        set("jdk.ThreadPark", 300, "false", "1 ms");
        assertThat(settings.tellAll(new Span(110, 199))).isFalse();
        assertThat(settings.tellAll(new Span(199, 210))).isFalse();
        assertThat(settings.tellAll(new Span(200, 299))).isTrue();
        assertThat(settings.tellAll(new Span(299, 300))).isFalse();
        assertThat(settings.tellAll(new Span(1_000, 1_001))).isFalse();
    }

    @Test
    void theFirstSettingsHoldFromTheStartOfTheRecordingOn() {
        set("jdk.ThreadPark", 100, "true", "1 ms");
        assertThat(settings.tellAll(new Span(90, 95))).isTrue();
    }

    @Test
    void aRecordingWithoutSettingsSaysSo() {
        assertThat(settings.missing(new Span(0, 100)))
                .containsExactly("this recording does not tell which waits it was to hold (jdk.ActiveSetting)");
    }
}
