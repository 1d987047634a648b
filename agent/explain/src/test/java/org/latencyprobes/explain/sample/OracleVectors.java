package org.latencyprobes.explain.sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Results of the independent implementation by which the design was simulated, from files beside this class. */
final class OracleVectors {

    /** The sub-buckets of that implementation: 128 to a factor of two, and strata of 32. */
    static final SubBuckets SUB_BUCKETS = new SubBuckets() {
        @Override
        public int of(long nanos) {
            long least = Math.max(1, nanos);
            int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(least);
            long part = power < 7 ? least << 7 - power : least >> power - 7;
            return power * 128 + (int) (part - 128);
        }

        @Override
        public double middleNanos(int subBucket) {
            return Math.scalb(1 + (subBucket % 128 + 0.5) / 128, subBucket / 128);
        }

        @Override
        public int inStratum() {
            return 32;
        }
    };

    private OracleVectors() {}

    /** The lines that begin with a word, without it. */
    static List<String> lines(String file, String word) {
        List<String> found = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(OracleVectors.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(word) && !line.startsWith("#")) {
                    found.add(line.substring(word.length()).strip());
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return found;
    }

    static double[] numbers(String text) {
        return Arrays.stream(text.strip().split(" +"))
                .mapToDouble(number -> number.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(number))
                .toArray();
    }

    /** The sample of a file, with the population's counts. */
    static StratifiedSample sample(String file) {
        long[] counts = new long[42 * 128];
        for (String line : lines(file, "count")) {
            double[] pairs = numbers(line);
            for (int i = 0; i < pairs.length; i += 2) {
                counts[(int) pairs[i]] = (long) pairs[i + 1];
            }
        }
        List<StratifiedSample.Call> calls = lines(file, "call").stream()
                .map(line -> call(Arrays.stream(numbers(line))
                        .mapToLong(nanos -> (long) nanos)
                        .toArray()))
                .toList();
        return new StratifiedSample(counts, SUB_BUCKETS, calls, new double[0], 4);
    }

    static StratifiedSample.Call call(long[] nanosByCause) {
        int main = 0;
        for (int cause = 1; cause < nanosByCause.length; cause++) {
            main = nanosByCause[cause] > nanosByCause[main] ? cause : main;
        }
        return new StratifiedSample.Call(Arrays.stream(nanosByCause).sum(), main, nanosByCause);
    }
}
