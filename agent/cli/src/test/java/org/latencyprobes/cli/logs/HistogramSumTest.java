package org.latencyprobes.cli.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.cli.merge.Logs;

class HistogramSumTest {

    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final Random random = new Random(7);

    /** Whatever comes first, finer or coarser. */
    @ParameterizedTest
    @CsvSource({"2,1,3,1", "3,1,2,1", "2,1,2,1000", "3,1000,2,1", "1,5,4,3", "5,1,1,70000", "2,1,2,1"})
    void isWhatOneHistogramOfTheCoarsestResolutionWouldHold(int digits, long unit, int otherDigits, long otherUnit) {
        Histogram one = new Histogram(unit, HOUR_NANOS, digits);
        Histogram other = new Histogram(otherUnit, 2 * HOUR_NANOS, otherDigits);
        Histogram all = new Histogram(Math.max(unit, otherUnit), 2 * HOUR_NANOS, Math.min(digits, otherDigits));
        for (int i = 0; i < 20_000; i++) {
            long nanos = (long) Math.exp(random.nextDouble() * 28);
            (i % 3 == 0 ? one : other).recordValue(nanos);
            all.recordValue(nanos);
        }
        HistogramSum sum = new HistogramSum();
        sum.add(one, Untimed.NONE);
        sum.add(other, new Untimed(7, 700));
        assertThat(sum.total()).isEqualTo(all);
        assertThat(sum.total().getMaxValue()).isEqualTo(all.getMaxValue());
        assertThat(sum.total().getTotalCount()).isEqualTo(20_000);
    }

    @Test
    void growsBeyondTheRangeOfTheFirst() {
        Histogram narrow = new Histogram(1, 1_000, 2);
        narrow.recordValue(900);
        Histogram wide = new Histogram(1, HOUR_NANOS, 2);
        wide.recordValue(HOUR_NANOS);
        HistogramSum sum = new HistogramSum();
        sum.add(narrow, Untimed.NONE);
        sum.add(wide, Untimed.NONE);
        assertThat(sum.total().getTotalCount()).isEqualTo(2);
        assertThat(sum.total().getMaxValue()).isEqualTo(wide.getMaxValue());
    }

    @Test
    void leavesWhatIsAddedAlone() {
        Histogram histogram = Logs.histogram("a", 1, 2, 5);
        HistogramSum sum = new HistogramSum();
        sum.add(histogram, new Untimed(3, 30));
        sum.add(histogram, new Untimed(4, 40));
        assertThat(sum.untimed()).isEqualTo(new Untimed(7, 70));
        assertThat(histogram.getTotalCount()).isEqualTo(1);
        assertThat(sum.total().getTotalCount()).isEqualTo(2);
    }
}
