package org.latencyprobes.cli;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A regular expression on the command line. */
final class Regex implements ITypeConverter<Pattern> {

    @Override
    public Pattern convert(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new TypeConversionException("\"" + text + "\" is no regular expression: " + e.getDescription());
        }
    }
}
