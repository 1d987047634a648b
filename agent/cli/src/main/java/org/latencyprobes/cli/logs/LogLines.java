package org.latencyprobes.cli.logs;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.ZipException;
import org.HdrHistogram.Histogram;
import org.latencyprobes.internal.log.UntimedComment;

/**
 * The interval lines of one log, without comments and legend: {@code Tag=…,start,length,max,histogram}, where the tag is optional. A
 * histogram is decoded only when it is requested. Not thread-safe.
 */
final class LogLines implements Closeable {

    private static final int DOUBLE_HISTOGRAM = 0x0c72124f;
    private static final int COOKIE_BYTES = 4;
    private static final String TAG = "Tag=";
    private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 4;

    private final String name;
    private final ByteLines lines;
    private final LogTimes times = new LogTimes();

    private LogLine line;
    private long untimed;
    private boolean isUniform = true;
    private int payload;
    private boolean isBroken;

    /** By tag, the largest that a line has decoded to, since the sum of a tag takes as much; and the sum of these. */
    private final Map<String, Integer> decodedBytes = new HashMap<>();

    private long allDecodedBytes;

    LogLines(String name, ByteLines lines) {
        this.name = name;
        this.lines = lines;
    }

    /**
     * Goes on to the next line; null at the end.
     *
     * @throws BadLogException if the line is malformed; the next call continues after it
     */
    LogLine next() throws IOException {
        forgetUntimed();
        while (nextRaw()) {
            byte first = lines.length() == 0 ? (byte) '#' : lines.bytes()[0];
            if (lines.isTooLong()) {
                throw bad("is longer than " + (ByteLines.MAX_LINE_BYTES >> 20) + " MB, so this is no histogram log");
            } else if (first == '#') {
                comment(text(lines.length()));
            } else if (!isLegend(first)) {
                line = parsed();
                return line;
            }
        }
        return null;
    }

    private boolean nextRaw() throws IOException {
        try {
            return !isBroken && lines.next();
        } catch (EOFException | ZipException e) {
            isBroken = true;
            throw new BadLogException(
                    name, lines.number() + 1, "the compressed file is cut off or damaged here: " + e.getMessage());
        }
    }

    private void forgetUntimed() {
        untimed = 0;
        isUniform = true;
    }

    private void comment(String text) throws BadLogException {
        untimed = Math.max(untimed, UntimedComment.calls(text));
        isUniform &= UntimedComment.isUniform(text);
        try {
            if (times.comment(text)) {
                forgetUntimed(); // said of a line of the log before, which was cut off
            }
        } catch (NumberFormatException e) {
            throw bad("a header whose time is no number");
        }
    }

    private LogLine parsed() throws BadLogException {
        int at = isTagged() ? field(0) : 0;
        String tag = at == 0 ? null : text(at - 1).substring(TAG.length());
        int second = field(at);
        int third = field(second);
        payload = field(third);
        double start = number(at, second - 1);
        double seconds = number(second, third - 1);
        number(third, payload - 1);
        long startMillis = times.millis(start);
        long endMillis = Math.max(startMillis, startMillis + Math.round(seconds * 1_000));
        return new LogLine(tag, untimed, isUniform, startMillis, endMillis, times.part());
    }

    private boolean isLegend(byte first) {
        return (first == '"' || first == 'S') && text(lines.length()).matches("\"?StartTimestamp\\b.*");
    }

    private boolean isTagged() {
        byte[] bytes = lines.bytes();
        return lines.length() > 3 && bytes[0] == 'T' && bytes[1] == 'a' && bytes[2] == 'g' && bytes[3] == '=';
    }

    /** The index at which the next field begins. */
    private int field(int from) throws BadLogException {
        byte[] bytes = lines.bytes();
        for (int at = from; at < lines.length(); at++) {
            if (bytes[at] == ',' || bytes[at] == ' ') {
                return at + 1;
            }
        }
        throw bad("not \"start,length,max,histogram\"");
    }

    private double number(int from, int to) throws BadLogException {
        String text = new String(lines.bytes(), from, to - from, StandardCharsets.ISO_8859_1);
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the exception below says it
        }
        throw bad("\"" + shortened(text) + "\" is no number");
    }

    private String text(int length) {
        return new String(lines.bytes(), 0, length, StandardCharsets.UTF_8);
    }

    /** How many bytes of zero there were so far, which are no part of a line. */
    long zeros() {
        return lines.zeros();
    }

    boolean areTimesUnknown() {
        return times.isUnknown();
    }

    /** The samples of the present line. */
    Histogram histogram() throws BadLogException {
        try {
            ByteBuffer text = ByteBuffer.wrap(lines.bytes(), payload, lines.length() - payload);
            ByteBuffer bytes = Base64.getDecoder().decode(text);
            if (bytes.remaining() > COOKIE_BYTES && bytes.getInt(0) == DOUBLE_HISTOGRAM) {
                throw bad("a DoubleHistogram, whose values have no unit of time");
            }
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(bytes, 0);
            histogram.setStartTimeStamp(line.startMillis());
            histogram.setEndTimeStamp(line.endMillis());
            requireRoom(histogram.getEstimatedFootprintInBytes());
            return histogram;
        } catch (RuntimeException | DataFormatException e) { // the decoder throws many kinds
            throw bad("the histogram cannot be decoded");
        }
    }

    /** A line of a few bytes may decode to 50 MB of zeros. */
    private void requireRoom(int bytes) throws BadLogException {
        String tag = String.valueOf(line.tag());
        int former = decodedBytes.getOrDefault(tag, 0);
        if (bytes > former) {
            if (allDecodedBytes + bytes - former > MOST_BYTES) {
                throw bad("its histogram takes those of this log beyond " + (MOST_BYTES >> 20)
                        + " MB, a quarter of this command's memory; java -Xmx gives it more");
            }
            allDecodedBytes += bytes - former;
            decodedBytes.put(tag, bytes);
        }
    }

    private BadLogException bad(String reason) {
        boolean isCutOff = !lines.isEnded() && !lines.isTooLong();
        return new BadLogException(
                name, lines.number(), reason + (isCutOff ? "; it is the last and has no line end: cut off?" : ""));
    }

    private static String shortened(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
