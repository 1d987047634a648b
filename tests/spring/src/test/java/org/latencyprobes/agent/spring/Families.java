package org.latencyprobes.agent.spring;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Prometheus's metric families from their binary form, read by field number: no class of any client version is needed. */
record Families(List<UnknownFieldSet> families) {

    /** Numbers of the fields in Prometheus's metrics.proto. */
    private static final int NAME = 1;

    private static final int METRIC = 4;
    private static final int LABEL = 1;
    private static final int LABEL_VALUE = 2;
    private static final int HISTOGRAM = 7;
    private static final int COUNT = 1;
    private static final int BUCKET = 3;
    private static final int SCHEMA = 5;
    private static final int ZERO_COUNT = 7;
    private static final int POSITIVE_DELTA = 13;

    /** A histogram's figures. */
    record Histogram(int schema, long count, long inNativeBuckets, int classicBuckets) {}

    static Families in(byte[] body) {
        try (InputStream in = new ByteArrayInputStream(body)) {
            List<UnknownFieldSet> families = new ArrayList<>();
            UnknownFieldSet.Builder family = UnknownFieldSet.newBuilder();
            while (family.mergeDelimitedFrom(in)) {
                families.add(family.build());
                family = UnknownFieldSet.newBuilder();
            }
            return new Families(families);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The one histogram of a family whose labels have these two values. */
    Histogram histogram(String family, String probe, String outcome) {
        List<Histogram> found = new ArrayList<>();
        for (UnknownFieldSet each : families) {
            if (text(each, NAME).equals(family)) {
                for (ByteString metric : each.getField(METRIC).getLengthDelimitedList()) {
                    UnknownFieldSet fields = parse(metric);
                    if (labelValues(fields).containsAll(List.of(probe, outcome))) {
                        found.add(figures(only(fields, HISTOGRAM)));
                    }
                }
            }
        }
        if (found.size() != 1) {
            throw new AssertionError(found + " of " + family);
        }
        return found.get(0);
    }

    private static List<String> labelValues(UnknownFieldSet metric) {
        return metric.getField(LABEL).getLengthDelimitedList().stream()
                .map(label -> text(parse(label), LABEL_VALUE))
                .toList();
    }

    private static Histogram figures(UnknownFieldSet histogram) {
        long schema = number(histogram, SCHEMA);
        return new Histogram(
                CodedInputStream.decodeZigZag32((int) schema),
                number(histogram, COUNT),
                number(histogram, ZERO_COUNT) + inBuckets(histogram),
                histogram.getField(BUCKET).getLengthDelimitedList().size());
    }

    /** Each bucket is written as its difference to the one before; packed or not. */
    private static long inBuckets(UnknownFieldSet histogram) {
        List<Long> deltas = new ArrayList<>(histogram.getField(POSITIVE_DELTA).getVarintList());
        for (ByteString packed : histogram.getField(POSITIVE_DELTA).getLengthDelimitedList()) {
            CodedInputStream in = packed.newCodedInput();
            try {
                while (!in.isAtEnd()) {
                    deltas.add(in.readRawVarint64());
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        long bucket = 0;
        long all = 0;
        for (long delta : deltas) {
            bucket += CodedInputStream.decodeZigZag64(delta);
            all += bucket;
        }
        return all;
    }

    private static String text(UnknownFieldSet message, int field) {
        return message.getField(field).getLengthDelimitedList().get(0).toStringUtf8();
    }

    private static UnknownFieldSet only(UnknownFieldSet message, int field) {
        return parse(message.getField(field).getLengthDelimitedList().get(0));
    }

    private static long number(UnknownFieldSet message, int field) {
        List<Long> numbers = message.getField(field).getVarintList();
        return numbers.isEmpty() ? 0 : numbers.get(0);
    }

    private static UnknownFieldSet parse(ByteString message) {
        try {
            return UnknownFieldSet.parseFrom(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }
}
