package org.latencyprobes.demo.date;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter for sizes on the command line: {@code 65536}, {@code 512k}, {@code 8m}. */
final class Size implements ITypeConverter<Integer> {

    private static final long MOST_BYTES = 256L << 20;
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([km]?)b?");

    private static final Map<String, Integer> SHIFTS = Map.of("", 0, "k", 10, "m", 20);

    Size() {}

    @Override
    public Integer convert(String text) {
        Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            long bytes = Long.parseLong(matcher.group(1)) << SHIFTS.get(matcher.group(2));
            if (bytes <= MOST_BYTES) {
                return (int) bytes;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a size from 0 to 256m, such as 65536, 512k or 8m");
    }
}
