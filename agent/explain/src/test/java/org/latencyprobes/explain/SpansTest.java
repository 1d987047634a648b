package org.latencyprobes.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpansTest {

    private static final Spans SPANS =
            Spans.of(List.of(new Span(30, 40), new Span(0, 10), new Span(5, 15), new Span(15, 20)));

    @Test
    void timesThatTouchOrOverlapBecomeOne() {
        assertThat(SPANS.all()).containsExactly(new Span(0, 20), new Span(30, 40));
    }

    @Test
    void aTimeIsCutIntoWhatIsHereAndWhatIsNot() {
        assertThat(SPANS.within(new Span(10, 35))).containsExactly(new Span(10, 20), new Span(30, 35));
        assertThat(SPANS.gapsWithin(new Span(10, 35))).containsExactly(new Span(20, 30));
        assertThat(SPANS.within(new Span(20, 30))).isEmpty();
        assertThat(SPANS.gapsWithin(new Span(35, 50))).containsExactly(new Span(40, 50));
        assertThat(SPANS.gapsWithin(new Span(2, 5))).isEmpty();
    }
}
