package org.latencyprobes.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of process ids on the command line. */
final class PidConverter implements ITypeConverter<Long> {

    static boolean isPid(String text) {
        return text.matches("[1-9]\\d{0,17}");
    }

    @Override
    public Long convert(String text) {
        if (isPid(text)) {
            return Long.valueOf(text);
        }
        throw new TypeConversionException(
                "\"" + text + "\" is not a process id, which is a number; the command list shows those of all JVMs");
    }
}
