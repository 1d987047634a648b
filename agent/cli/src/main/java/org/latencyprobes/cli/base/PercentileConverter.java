package org.latencyprobes.cli.base;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of percentiles on the command line, such as {@code p99.9}. */
public final class PercentileConverter implements ITypeConverter<Double> {

    private static final Pattern FORM = Pattern.compile("p?(\\d{1,2}(?:\\.\\d{1,6})?)");

    @Override
    public Double convert(String text) {
        var matcher = FORM.matcher(text);
        double percentile = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
        if (percentile > 0) {
            return percentile;
        }
        throw new TypeConversionException("\"" + text + "\" is not a percentile, such as p50 or p99.9");
    }
}
