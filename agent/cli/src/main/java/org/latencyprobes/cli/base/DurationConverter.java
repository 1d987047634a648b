package org.latencyprobes.cli.base;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of durations on the command line, which are written as in the agent's options. */
public class DurationConverter implements ITypeConverter<Duration> {

    private static final Map<String, Duration> UNITS = Map.of(
            "us", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final List<String> units;
    private final Pattern form;

    public DurationConverter() {
        this(List.of("ms", "s", "m", "h", "d"));
    }

    private DurationConverter(List<String> units) {
        this.units = units;
        form = Pattern.compile("([1-9]\\d{0,8})(" + String.join("|", units) + ')');
    }

    /** The same, of calls, which may take less than 1 ms. */
    public static final class OfCalls extends DurationConverter {

        public OfCalls() {
            super(List.of("us", "ms", "s", "m", "h", "d"));
        }
    }

    @Override
    public Duration convert(String text) {
        Matcher matcher = form.matcher(text);
        if (matcher.matches()) {
            Duration duration = UNITS.get(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)));
            if (duration.compareTo(LONGEST) > 0) {
                throw new TypeConversionException(
                        '"' + text + "\" is too long: at most " + LONGEST.toDays() + "d is allowed");
            }
            return duration;
        }
        throw new TypeConversionException("\"" + text + "\" is not a duration, which is a whole number from 1 on with "
                + String.join(", ", units.subList(0, units.size() - 1)) + " or " + units.get(units.size() - 1));
    }
}
