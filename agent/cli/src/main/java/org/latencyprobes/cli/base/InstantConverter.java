package org.latencyprobes.cli.base;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of moments on the command line. */
final class InstantConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String given) {
        String text = given.strip().replaceFirst("(?<=\\d) (?=\\d)", "T"); // as our own tables have it
        try {
            if (text.matches("-?\\d+(\\.\\d+)?")) {
                return Instant.ofEpochMilli(
                        new BigDecimal(text).movePointRight(3).longValue());
            }
            if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
                return LocalDate.parse(text)
                        .atStartOfDay(ZoneId.systemDefault())
                        .toInstant();
            }
            return text.matches(".*T.*([Zz]|[+-]\\d\\d:?\\d\\d)")
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "\"" + given
                            + "\" is not a moment, such as 2026-11-21T09:30:00Z, with another offset or none, 2026-11-21, or seconds since 1970");
        }
    }
}
