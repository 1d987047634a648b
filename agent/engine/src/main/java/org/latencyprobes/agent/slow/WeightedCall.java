package org.latencyprobes.agent.slow;

/**
 * A call of a sample, with what it says of others. Not compared, for the reason that {@link SlowCall} states.
 *
 * @param call the call
 * @param standsFor how many calls of about its length there were for each of these in the sample
 * @param isSlow whether it is over the threshold that the user has set or, without one, not a usual one
 * @param isCounted the same by the user's settings alone, whatever a watch asks for: backends count these
 */
public record WeightedCall(SlowCall call, long standsFor, boolean isSlow, boolean isCounted) {}
