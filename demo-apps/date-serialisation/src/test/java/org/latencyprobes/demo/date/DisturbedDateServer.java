package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.latencyprobes.demo.date.experiment.DateClient;
import org.latencyprobes.demo.date.experiment.DateSerialiser;
import org.latencyprobes.demo.date.experiment.Driver;

/**
 * The date server under load, with dates that take some time: each has many others, and is written under the lock of a journal. The journal's
 * writer holds that lock now and then, and another thread asks for collections of a large live set. It prints how many calls there were, and
 * ends with its input.
 *
 * <p>Argument: the number of live objects.
 */
final class DisturbedDateServer {

    /** Before the number of calls, in each line. */
    static final String CALLS = "calls=";

    private static final int CALLS_BETWEEN_LINES = 200;
    private static final int OTHER_DATES = 1_000;
    private static final long WRITE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long BETWEEN_WRITES_MILLIS = 700;
    private static final long BETWEEN_COLLECTIONS_MILLIS = 1_500;
    private static final List<Object[]> LIVE = new ArrayList<>();
    private static final Journal JOURNAL = new Journal();

    private DisturbedDateServer() {}

    /** What dates are written under. */
    private static final class Journal {

        /** As on a slow disk. */
        synchronized void write() {
            LockSupport.parkNanos(WRITE_NANOS);
        }
    }

    private static final class JournalledDate extends Date {

        private static final long serialVersionUID = 1L;

        private final ArrayList<Date> others = new ArrayList<>();

        private JournalledDate() {
            IntStream.range(0, OTHER_DATES).mapToObj(Date::new).forEach(others::add);
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            synchronized (JOURNAL) {
                out.defaultWriteObject();
            }
        }
    }

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        Object[] former = null;
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            former = new Object[] {former, new byte[16]};
            LIVE.add(former);
        }
        DateSerialiser serialiser = new DateSerialiser();
        Field date = DateSerialiser.class.getDeclaredField("date");
        date.setAccessible(true);
        date.set(serialiser, new JournalledDate());
        DateClient client = DateClient.start(serialiser::next, false);
        Thread load = new Thread(() -> callAgain(client), "date-client");
        load.setDaemon(true);
        load.start();
        every("journal-writer", BETWEEN_WRITES_MILLIS, JOURNAL::write);
        every("collections", BETWEEN_COLLECTIONS_MILLIS, System::gc);
        while (System.in.read() >= 0) {
            continue;
        }
        System.exit(0);
    }

    private static void callAgain(Driver client) {
        for (int calls = 1; ; calls++) {
            client.call(System.nanoTime());
            if (calls % CALLS_BETWEEN_LINES == 0) {
                System.out.println(CALLS + calls);
            }
        }
    }

    private static void every(String name, long millis, Runnable work) {
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                work.run();
            }
        };
        new Timer(name, true).schedule(task, millis, millis);
    }
}
