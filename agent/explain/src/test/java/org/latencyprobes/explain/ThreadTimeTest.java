package org.latencyprobes.explain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ThreadTimeTest {

    @Test
    void isReadAgainFromItsTextAlsoWhereTheCallsStartIsOnAnotherScale() {
        ThreadTime known = new ThreadTime(1_100, 5, 4, 3, 3, 2, 9, new ThreadTime.Begin(7, 8));
        ThreadTime unknown = new ThreadTime(1_100, 5, 4, 3, 3, 2, 0, null);
        assertThat(known.text(1_000)).isEqualTo("100 5 4 3 3 2 9 7 8");
        assertThat(ThreadTime.parse(known.text(1_000), 1_000)).isEqualTo(known);
        assertThat(ThreadTime.parse(unknown.text(1_000), 1_000)).isEqualTo(unknown);
        assertThat(ThreadTime.parse(known.text(1_000), 0).fromNanos()).isEqualTo(100);
        assertThat(ThreadTime.parse("", 0)).isNull();
        assertThat(ThreadTime.parse("100 5 4 3 2", 0)).isNull();
    }
}
