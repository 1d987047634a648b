package org.latencyprobes.explain.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Calls of which all is known, drawn by seed: most of usual length, some slow by a cause that takes part of their time. */
final class SimulatedCalls {

    static final int LOCK = 0;
    static final int GC = 1;
    static final int SOCKET = 2;
    static final int CODE = 3;

    /** How long the calls are and what for. */
    enum Kind {
        /** Two humps. */
        BIMODAL(6, 2) {
            @Override
            void draw(SimulatedCalls calls, Random random) {
                for (int i = 0; i < calls.nanos.length; i++) {
                    boolean isSlow = random.nextDouble() < 0.003;
                    double kind = random.nextDouble();
                    calls.nanos[i] = isSlow ? lognormal(random, 60e3, 0.6) : lognormal(random, 800, 0.35);
                    calls.main[i] = !isSlow || kind > 0.9 ? CODE : kind < 0.6 ? LOCK : GC;
                }
            }
        },
        /** The longest calls mislead: a wide body makes the percentile, and 59 of ten million make the time. */
        HUGE(8, 1) {
            @Override
            void draw(SimulatedCalls calls, Random random) {
                int count = calls.nanos.length;
                for (int i = 0; i < count; i++) {
                    boolean isSlow = random.nextDouble() < 0.002;
                    double kind = random.nextDouble();
                    calls.nanos[i] = isSlow
                            ? (long) (4000 - 6000 * Math.log(1 - random.nextDouble()))
                            : lognormal(random, 900, 0.45);
                    calls.main[i] = isSlow && kind < 0.05 ? SOCKET : CODE;
                }
                for (int i = 0; i < Math.max(2, (int) (59e-7 * count)); i++) {
                    int at = random.nextInt(count);
                    calls.nanos[at] = (long) Math.exp(Math.log(1e6) + random.nextDouble() * Math.log(50));
                    calls.main[at] = LOCK;
                }
            }
        },
        /** Without an edge: the longer a call, the more often a lock. */
        PARETO(3, 2) {
            @Override
            void draw(SimulatedCalls calls, Random random) {
                for (int i = 0; i < calls.nanos.length; i++) {
                    double nanos = 500 * Math.pow(1 - random.nextDouble(), -1 / 1.2);
                    double lock = 1 / (1 + Math.exp(-(Math.log(nanos) / Math.log(2) - 17) / 2));
                    calls.nanos[i] = (long) Math.min(1e12, nanos);
                    calls.main[i] = random.nextDouble() < lock ? LOCK : random.nextDouble() < 0.1 ? GC : CODE;
                }
            }
        },
        /** Three causes of different lengths. */
        THREE(5, 1) {
            @Override
            void draw(SimulatedCalls calls, Random random) {
                for (int i = 0; i < calls.nanos.length; i++) {
                    double kind = random.nextDouble();
                    calls.main[i] = kind < 0.006 ? LOCK : kind < 0.0068 ? SOCKET : kind < 0.007 ? GC : CODE;
                    calls.nanos[i] = switch (calls.main[i]) {
                        case LOCK -> lognormal(random, 4e4, 1);
                        case SOCKET -> lognormal(random, 1e6, 1.2);
                        case GC -> lognormal(random, 8e6, 0.5);
                        default -> lognormal(random, 1500, 0.5);
                    };
                }
            }
        },
        /** Stalls hit fifty calls one after the other, and locks single ones. */
        BURST(9, 1) {
            @Override
            void draw(SimulatedCalls calls, Random random) {
                int count = calls.nanos.length;
                for (int i = 0; i < count; i++) {
                    calls.main[i] = random.nextDouble() < 0.001 ? LOCK : CODE;
                    calls.nanos[i] = calls.main[i] == LOCK ? lognormal(random, 5e4, 1) : lognormal(random, 1500, 0.5);
                }
                for (int stall = 0; stall < Math.max(1, (int) (0.0006 * count / 50)); stall++) {
                    int at = random.nextInt(count - 50);
                    double longest = lognormal(random, 4e5, 0.8);
                    for (int i = at; i < at + 50; i++) {
                        calls.nanos[i] = (long) (longest * (0.2 + 0.8 * random.nextDouble()));
                        calls.main[i] = GC;
                    }
                }
            }
        };

        private final int ofMain;
        private final int ofCode;

        Kind(int ofMain, int ofCode) {
            this.ofMain = ofMain;
            this.ofCode = ofCode;
        }

        abstract void draw(SimulatedCalls calls, Random random);
    }

    final long[] nanos;
    final int[] main;

    /** The part of the main cause in a call's time, the rest is code. */
    private final float[] part;

    final long[] counts;
    private final int[][] strata;
    private final Map<String, double[]> truths = new HashMap<>();

    SimulatedCalls(Kind kind, int count, long seed) {
        nanos = new long[count];
        main = new int[count];
        part = new float[count];
        Random random = new Random(seed);
        kind.draw(this, random);
        for (int i = 0; i < count; i++) {
            double ofMain = gamma(random, kind.ofMain);
            part[i] = (float) (ofMain / (ofMain + gamma(random, kind.ofCode)));
        }
        int[] subBuckets =
                Arrays.stream(nanos).mapToInt(OracleVectors.SUB_BUCKETS::of).toArray();
        counts = new long[Arrays.stream(subBuckets).max().getAsInt() + 1];
        int[] sizes = new int[counts.length / 32 + 1];
        for (int subBucket : subBuckets) {
            counts[subBucket]++;
            sizes[subBucket / 32]++;
        }
        strata = new int[sizes.length][];
        Arrays.setAll(strata, stratum -> new int[sizes[stratum]]);
        for (int i = 0; i < count; i++) {
            strata[subBuckets[i] / 32][--sizes[subBuckets[i] / 32]] = i;
        }
    }

    private static long lognormal(Random random, double median, double sigma) {
        return (long) (median * Math.exp(sigma * random.nextGaussian()));
    }

    /** With a whole shape: the sum of as many exponentials. */
    private static double gamma(Random random, int shape) {
        double product = 1;
        for (int i = 0; i < shape; i++) {
            product *= 1 - random.nextDouble();
        }
        return -Math.log(product);
    }

    StratifiedSample.Call call(int i) {
        long[] split = new long[4];
        split[main[i]] = (long) (nanos[i] * (double) part[i]);
        split[CODE] += nanos[i] - split[main[i]];
        return OracleVectors.call(split);
    }

    /** Calls from a stratum on, as many of each as fill the pool evenly. */
    StratifiedSample sample(int from, int pool, Random random) {
        int each = 1;
        while (total(from, each + 1) <= pool && each < pool) {
            each++;
        }
        List<StratifiedSample.Call> kept = new ArrayList<>();
        for (int stratum = from; stratum < strata.length; stratum++) {
            int[] calls = strata[stratum];
            for (int i = 0; i < Math.min(each, calls.length); i++) {
                int at = i + random.nextInt(calls.length - i);
                int swapped = calls[at];
                calls[at] = calls[i];
                calls[i] = swapped;
                kept.add(call(swapped));
            }
        }
        return new StratifiedSample(counts, OracleVectors.SUB_BUCKETS, kept, new double[0], 4);
    }

    private int total(int from, int each) {
        int sum = 0;
        for (int stratum = from; stratum < strata.length; stratum++) {
            sum += Math.min(each, strata[stratum].length);
        }
        return sum;
    }

    /** The share of each cause of the calls beyond a sub-bucket, or of their time. */
    double[] truth(int edge, boolean byTime) {
        return truths.computeIfAbsent(edge + " " + byTime, any -> count(edge, byTime));
    }

    private double[] count(int edge, boolean byTime) {
        double[] sums = new double[4];
        double all = 0;
        for (int i = 0; i < nanos.length; i++) {
            if (OracleVectors.SUB_BUCKETS.of(nanos[i]) > edge) {
                StratifiedSample.Call call = call(i);
                all += byTime ? nanos[i] : 1;
                for (int cause = 0; cause < 4; cause++) {
                    sums[cause] += byTime ? call.nanosByCause()[cause] : call.main() == cause ? 1 : 0;
                }
            }
        }
        double whole = all;
        return Arrays.stream(sums).map(sum -> sum / whole).toArray();
    }

    /** The sub-bucket of a percentile had no call spent time in a cause. */
    int without(double percentile, int cause) {
        long[] left = new long[counts.length];
        for (int i = 0; i < nanos.length; i++) {
            left[OracleVectors.SUB_BUCKETS.of(nanos[i] - call(i).nanosByCause()[cause])]++;
        }
        return new StratifiedSample(left, OracleVectors.SUB_BUCKETS, List.of(), new double[0], 4).edge(percentile);
    }
}
