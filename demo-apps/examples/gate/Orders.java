import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/** A program whose latency a gate guards: it writes orders to a journal. The system property stands for a release of the journal. */
public class Orders {

    private static final int BUFFER_BYTES = Integer.parseInt(System.getProperty("journal.buffer", "8192"));
    private static final int ORDERS_IN_FILE = 1_000;

    private final DataOutputStream journal;

    private Orders(File file) throws IOException {
        journal = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file), BUFFER_BYTES));
    }

    private void place(int order) throws IOException {
        for (int leg = 0; leg < 50; leg++) {
            journal.writeLong(order + leg);
        }
    }

    /** Places orders for some seconds, twenty in each millisecond or fewer. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        File file = File.createTempFile("orders", ".journal");
        file.deleteOnExit();
        long endNanos = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
        while (System.nanoTime() < endNanos) {
            Orders orders = new Orders(file);
            for (int order = 0; order < ORDERS_IN_FILE; order++) {
                orders.place(order);
                if (order % 20 == 0) {
                    Thread.sleep(1);
                }
            }
            orders.journal.close();
        }
    }
}
