package org.latencyprobes.explain;

import java.util.List;
import java.util.Map;

/**
 * What is known of one slow call.
 *
 * @param span its time
 * @param stalls that may overlap it
 * @param areStallsPlaced whether these are all; else {@code lengths} has what else there was
 * @param lengths how much of the call causes took by another's word, in ns, of which it is not known where in the call that was: what its thread
 *     waited for by samples, or did where only these tell it, and stalls that have no place
 * @param waits of its thread that may overlap it
 * @param hasAllWaits whether these are all of a millisecond and more that Flight Recorder tells of
 * @param ofThread what its thread did; null where that is not known
 * @param overheadNanos what the probes inside took, in ns
 * @param isShortOfCpus whether threads waited for CPUs for much of the time around it
 */
public record Evidence(
        Span span,
        Stalls stalls,
        boolean areStallsPlaced,
        Map<Cause, Long> lengths,
        List<Wait> waits,
        boolean hasAllWaits,
        ThreadTime ofThread,
        long overheadNanos,
        boolean isShortOfCpus) {}
