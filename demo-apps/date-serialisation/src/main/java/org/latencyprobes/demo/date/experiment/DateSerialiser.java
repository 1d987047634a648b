package org.latencyprobes.demo.date.experiment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Date;
import org.latencyprobes.annotation.Probe;

/** The probed code, the same in every experiment. */
public final class DateSerialiser {

    /** The probe's name. */
    public static final String PROBE = "date serialisation";

    private Date date = new Date();

    /** Serialises the date of the last call, and keeps the copy, so that nothing can be optimised away. */
    public Date next() {
        try {
            date = roundTrip(date);
            return date;
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("a date could not be serialised", e);
        }
    }

    @Probe(PROBE)
    private static Date roundTrip(Date date) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(date);
        return (Date) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}
