package org.latencyprobes.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.agent.link.InPlaceCost;

final class CallCostTest {

    @Test
    void theLowerFigureIsTheLoopsOrThatOfThePlace() {
        assertThat(CallCost.of(53, 69)).isEqualTo(new CallCost(53, 69));
        assertThat(CallCost.of(152, 50)).isEqualTo(new CallCost(50, 152));
        assertThat(CallCost.of(53, 0)).isEqualTo(new CallCost(53, 53));
    }

    /** With a clock whose reading takes 5 µs, each call takes more than the place can tell. */
    @Test
    void whatTakesLongerThanThePlaceCanTellIsNotTheLowerFigure() {
        assertThat(CallCost.of(10_100, InPlaceCost.LONGEST_NANOS)).isEqualTo(new CallCost(10_100, 10_100));
    }
}
