package org.latencyprobes.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A process id on the command line. */
final class Pid implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        if (text.matches("[1-9]\\d{0,17}")) {
            return Long.valueOf(text);
        }
        throw new TypeConversionException(
                "\"" + text + "\" is not a process id, which is a number; the command list shows those of all JVMs");
    }
}
