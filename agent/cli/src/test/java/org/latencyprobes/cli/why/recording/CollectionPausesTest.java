package org.latencyprobes.cli.why.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of which part of an operation is a collection's. Times are in ms. */
class CollectionPausesTest {

    private static final long MILLI = 1_000_000;

    private static Pause collection(long start, long length, String detail) {
        return new Pause(true, start * MILLI, length * MILLI, detail);
    }

    private static Pause operation(long start, long length) {
        return new Pause(false, start * MILLI, length * MILLI, "operation");
    }

    @Test
    void anOperationThatCollectsIsTheCollections() {
        assertThat(CollectionPauses.merged(List.of(collection(11, 80, "young")), List.of(operation(10, 90))))
                .containsExactly(collection(10, 90, "young"));
    }

    @Test
    void ofTwoCollectionsInOneOperationEachHasItsPart() {
        assertThat(CollectionPauses.merged(
                        List.of(collection(40, 60, "full"), collection(11, 28, "young")), List.of(operation(10, 90))))
                .containsExactly(collection(10, 30, "young"), collection(40, 60, "full"));
    }

    @Test
    void ofAnOperationThatGoesOnForLongTheCollectionHasItsPauseOnly() {
        assertThat(CollectionPauses.merged(List.of(collection(11, 80, "dump")), List.of(operation(10, 91))))
                .containsExactlyInAnyOrder(collection(11, 80, "dump"), operation(10, 91));
    }

    @Test
    void whatIsInNoOperationStaysAsItIs() {
        List<Pause> collections = List.of(collection(5, 2, "before"), collection(19, 2, "over the end"));
        assertThat(CollectionPauses.merged(collections, List.of(operation(10, 10))))
                .containsExactlyInAnyOrder(collections.get(0), collections.get(1), operation(10, 10));
    }
}
