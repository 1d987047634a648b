package org.latencyprobes.agent.why;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;

/**
 * A main class whose calls wait for the one connection of a pool, of HikariCP and of Commons DBCP: in turns the thread {@code odd} has it, {@code
 * even}, and both one after the other. Meanwhile {@code aside} uses a pool of the other library, and {@code raw} a connection of no pool. It prints
 * a line for each call: its method, its thread, its begin and end as {@link System#nanoTime} counts, and for how much of that in ns {@code odd} and
 * {@code even} had the connection. Its input's end ends it.
 */
public final class KnownPools {

    private static final String URL = "jdbc:h2:mem:known;DB_CLOSE_DELAY=-1";
    private static final int HELD_MILLIS = 25;

    private static final long[][] HELD = new long[2][2];
    private static volatile BooleanSupplier isCalling;
    private static volatile CompletableFuture<Void> isHeld;

    private static final DataSource HIKARI = hikari();
    private static final DataSource DBCP = dbcp();
    private static final DataSource OTHER_HIKARI = hikari();
    private static final DataSource OTHER_DBCP = dbcp();

    private final ExecutorService caller;
    private final List<ExecutorService> holders;
    private final ExecutorService aside;
    private final ExecutorService raw;

    private KnownPools(boolean isVirtual) {
        caller = KnownHolders.executor("caller", isVirtual);
        holders = List.of(KnownHolders.executor("odd", isVirtual), KnownHolders.executor("even", isVirtual));
        aside = KnownHolders.executor("aside", isVirtual);
        raw = KnownHolders.executor("raw", isVirtual);
    }

    private static DataSource hikari() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(URL);
        pool.setMaximumPoolSize(1);
        return pool;
    }

    private static DataSource dbcp() {
        BasicDataSource pool = new BasicDataSource();
        pool.setUrl(URL);
        pool.setMaxTotal(1);
        return pool;
    }

    /** What H2 runs on a connection of the pool that a call waits for. */
    public static void hold(int holder) throws InterruptedException {
        HELD[holder][0] = System.nanoTime();
        isHeld.complete(null);
        KnownHolders.until(() -> isCalling.getAsBoolean());
        Thread.sleep(HELD_MILLIS);
        HELD[holder][1] = System.nanoTime();
    }

    /** What it runs on other connections. */
    public static void nap() throws InterruptedException {
        Thread.sleep(5);
    }

    static final class Report {

        static void export(DataSource pool) throws SQLException {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeQuery("CALL HOLD(0)").close();
            }
        }
    }

    static final class Orders {

        static void load(DataSource pool) throws SQLException {
            try (Connection connection = pool.getConnection();
                    PreparedStatement statement = connection.prepareStatement("CALL HOLD(?)")) {
                statement.setInt(1, 1);
                statement.execute();
            }
        }
    }

    private interface Connections {
        Connection get() throws SQLException;
    }

    private static void napUntil(BooleanSupplier end, Connections connections) throws SQLException {
        while (!end.getAsBoolean()) {
            try (Connection connection = connections.get();
                    Statement statement = connection.createStatement()) {
                statement.execute("CALL NAP()");
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ALIAS HOLD FOR '" + KnownPools.class.getName() + ".hold'");
            statement.execute("CREATE ALIAS NAP FOR '" + KnownPools.class.getName() + ".nap'");
        }
        KnownPools known = new KnownPools(arguments.length > 0);
        KnownHolders.daemon("rounds", known::rounds).start();
        while (System.in.read() >= 0) {}
        System.exit(0);
    }

    private void rounds() {
        try {
            for (int round = 0; ; round++) {
                call("hikariOdd", this::hikariOdd, HIKARI, OTHER_DBCP, 0);
                call("hikariEven", this::hikariEven, HIKARI, OTHER_DBCP, 1);
                call("hikariBoth", this::hikariBoth, HIKARI, OTHER_DBCP, round % 2, 1 - round % 2);
                call("dbcpOdd", this::dbcpOdd, DBCP, OTHER_HIKARI, 0);
                call("dbcpEven", this::dbcpEven, DBCP, OTHER_HIKARI, 1);
                call("dbcpBoth", this::dbcpBoth, DBCP, OTHER_HIKARI, round % 2, 1 - round % 2);
                System.out.println("round " + round);
            }
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static Future<?> submit(ExecutorService executor, Work work) {
        return executor.submit(() -> {
            work.run();
            return null;
        });
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    private void call(String what, Work work, DataSource pool, DataSource other, int... who) throws Exception {
        isCalling = () -> false;
        isHeld = new CompletableFuture<>();
        for (long[] held : HELD) {
            held[0] = Long.MAX_VALUE;
        }
        List<Future<?>> all = new ArrayList<>();
        for (int holder : who) {
            CompletableFuture<Thread> taking = new CompletableFuture<>();
            all.add(submit(holders.get(holder), () -> {
                taking.complete(Thread.currentThread());
                take(holder, pool);
            }));
            isHeld.get();
            Thread thread = taking.get();
            KnownHolders.until(() -> isWaiting(thread));
        }
        CompletableFuture<Thread> calling = new CompletableFuture<>();
        long[] called = new long[3];
        Future<?> call = submit(caller, () -> {
            called[0] = Thread.currentThread().getId();
            calling.complete(Thread.currentThread());
            called[1] = System.nanoTime();
            work.run();
            called[2] = System.nanoTime();
        });
        all.add(submit(aside, () -> napUntil(call::isDone, other::getConnection)));
        all.add(submit(raw, () -> napUntil(call::isDone, () -> DriverManager.getConnection(URL))));
        Thread thread = calling.get();
        isCalling = () -> isWaiting(thread);
        call.get();
        for (Future<?> each : all) {
            each.get();
        }
        print(what, called);
    }

    private static void take(int holder, DataSource pool) throws SQLException {
        if (holder == 0) {
            Report.export(pool);
        } else {
            Orders.load(pool);
        }
    }

    private static void print(String what, long[] called) {
        long[] nanos = new long[2];
        for (int at = 0; at < nanos.length; at++) {
            nanos[at] = Math.max(0, Math.min(HELD[at][1], called[2]) - Math.max(HELD[at][0], called[1]));
        }
        System.out.println(
                "call=" + what + ',' + called[0] + ',' + called[1] + ',' + called[2] + ',' + nanos[0] + ',' + nanos[1]);
    }

    void hikariOdd() throws SQLException {
        HIKARI.getConnection().close();
    }

    void hikariEven() throws SQLException {
        HIKARI.getConnection().close();
    }

    void hikariBoth() throws SQLException {
        HIKARI.getConnection().close();
    }

    void dbcpOdd() throws SQLException {
        DBCP.getConnection().close();
    }

    void dbcpEven() throws SQLException {
        DBCP.getConnection().close();
    }

    void dbcpBoth() throws SQLException {
        DBCP.getConnection().close();
    }
}
