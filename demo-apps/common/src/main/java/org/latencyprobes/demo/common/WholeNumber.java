package org.latencyprobes.demo.common;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A converter for whole numbers on the command line. It checks limits, and takes {@code 20_000} and {@code 20,000} as well as {@code
 * 20000}.
 */
public abstract class WholeNumber implements ITypeConverter<Integer> {

    private final int least;
    private final int most;

    /** Creates a converter for numbers within these limits. */
    protected WholeNumber(int least, int most) {
        this.least = least;
        this.most = most;
    }

    @Override
    public Integer convert(String text) {
        try {
            int number = Integer.parseInt(text.replaceAll("(?<=\\d)[_,](?=\\d)", ""));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the exception below says so
        }
        throw new TypeConversionException(
                String.format(Locale.ROOT, "'%s' is not a whole number from %,d to %,d", text, least, most));
    }

    /** A number of calls per second. */
    public static final class Rate extends WholeNumber {
        public Rate() {
            super(1, 1_000_000);
        }
    }

    /** A number of calls. */
    public static final class CallCount extends WholeNumber {
        public CallCount() {
            super(100, 100_000_000);
        }
    }

    /** A number of repetitions. */
    public static final class Times extends WholeNumber {
        public Times() {
            super(1, 100);
        }
    }
}
