package org.latencyprobes.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.latencyprobes.benchmarks.WovenGroup.Method;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.trial.ForkResult;
import org.latencyprobes.benchmarks.trial.RoundValues;

class WovenGroupTest {

    private static final Offset<Double> CLOSE = Offset.offset(1e-9);

    private static final List<Variant> VARIANTS =
            List.of(Variant.BARE, Variant.AGAIN, Variant.NANO_TIME, Variant.ON, Variant.OFF);

    private final WovenGroup group = new WovenGroup(Method.SHORT, 2, false, VARIANTS);

    private void round(double speed) {
        group.add(Variant.BARE, new ForkResult(50 * speed, 1));
        group.add(Variant.AGAIN, new ForkResult(51 * speed, 1));
        group.add(Variant.NANO_TIME, new ForkResult(100 * speed, 1));
        group.add(Variant.ON, new ForkResult(104 * speed, 1.5));
        group.add(Variant.OFF, new ForkResult(50.5 * speed, 1));
    }

    @Test
    void ratiosAreTakenWithinARoundSoThatDriftCancels() {
        round(1);
        round(2);
        round(0.5);

        RoundValues on = group.ratio(Variant.ON);
        assertThat(on.min()).isCloseTo(1.08, CLOSE);
        assertThat(on.max()).isCloseTo(1.08, CLOSE);
        assertThat(group.ratio(Variant.OFF).median()).isCloseTo(0.01, CLOSE);
    }

    @Test
    void noiseIsWhatTheBareMethodDiffersByWhenMeasuredAgain() {
        round(1);

        assertThat(group.noise()).isCloseTo(0.02, CLOSE);
    }

    @Test
    void addedIsWhatIsAboveTheBareMethod() {
        round(1);

        assertThat(group.added(Variant.ON).median()).isCloseTo(54, CLOSE);
        assertThat(group.addedBytes(Variant.ON).median()).isCloseTo(0.5, CLOSE);
    }

    @Test
    void everyRoundBeginsWithAnotherVariantAndRunsAll() {
        assertThat(group.variants(0)).startsWith(Variant.BARE).hasSize(5);
        assertThat(group.variants(1)).startsWith(Variant.AGAIN).containsExactlyInAnyOrderElementsOf(VARIANTS);
        assertThat(group.variants(6)).startsWith(Variant.AGAIN);
    }
}
