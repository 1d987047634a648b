import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A program that reads and writes JSON on eight threads, which share one mapper. */
public class Json {

    private static final int THREADS = 8;
    private static final int CALLS_BETWEEN_SLEEPS = 50;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    private static byte[] write(Object order) throws IOException {
        return MAPPER.writeValueAsBytes(order);
    }

    private static Object read(byte[] text) throws IOException {
        return MAPPER.readValue(text, Map.class);
    }

    /** Runs for some seconds. */
    public static void main(String[] arguments) throws InterruptedException {
        long endNanos = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> work(endNanos));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void work(long endNanos) {
        try {
            Object order = Map.of("symbol", "EURUSD", "quantity", 1_000_000, "price", 1.0847, "legs", List.of(1, 2, 3));
            while (System.nanoTime() < endNanos) {
                for (int call = 0; call < CALLS_BETWEEN_SLEEPS; call++) {
                    order = read(write(order));
                }
                Thread.sleep(1);
            }
        } catch (IOException | InterruptedException e) {
            e.printStackTrace();
            System.exit(1); // a run that lacks a thread must not count
        }
    }
}
