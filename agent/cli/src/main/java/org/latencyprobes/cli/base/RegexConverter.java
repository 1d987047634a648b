package org.latencyprobes.cli.base;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of regular expressions on the command line. */
final class RegexConverter implements ITypeConverter<Pattern> {

    @Override
    public Pattern convert(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new TypeConversionException("\"" + text + "\" is not a regular expression: " + e.getDescription());
        }
    }
}
