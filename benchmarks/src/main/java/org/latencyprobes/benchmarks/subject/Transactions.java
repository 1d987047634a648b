package org.latencyprobes.benchmarks.subject;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A program that makes transactions like those of TPC-B (three updates, a query, an insertion, a commit) with H2 in memory, on one thread, and
 * prints how many it made a second, their p99, and what heap and code cache hold at the end. Its random numbers are the same each time.
 */
public final class Transactions {

    private static final int TELLERS = 10;
    private static final int ACCOUNTS = 10_000;
    private static final long SEED = 17;
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double BYTES_PER_MIB = 1 << 20;

    private final Random random = new Random(SEED);
    private final Connection connection;
    private final PreparedStatement account;
    private final PreparedStatement balance;
    private final PreparedStatement teller;
    private final PreparedStatement branch;
    private final PreparedStatement history;

    private Transactions(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
        try (Statement tables = connection.createStatement()) {
            tables.execute("create table branches(id int primary key, balance int, filler char(88))");
            tables.execute("create table tellers(id int primary key, branch int, balance int, filler char(84))");
            tables.execute("create table accounts(id int primary key, branch int, balance int, filler char(84))");
            tables.execute("create table history(teller int, branch int, account int, delta int, at timestamp)");
            tables.execute("insert into branches values(0, 0, '')");
            tables.execute("insert into tellers select x, 0, 0, '' from system_range(0, " + (TELLERS - 1) + ")");
            tables.execute("insert into accounts select x, 0, 0, '' from system_range(0, " + (ACCOUNTS - 1) + ")");
        }
        connection.commit();
        account = connection.prepareStatement("update accounts set balance = balance + ? where id = ?");
        balance = connection.prepareStatement("select balance from accounts where id = ?");
        teller = connection.prepareStatement("update tellers set balance = balance + ? where id = ?");
        branch = connection.prepareStatement("update branches set balance = balance + ? where id = 0");
        history = connection.prepareStatement("insert into history values(?, 0, ?, ?, current_timestamp)");
    }

    /**
     * Makes transactions for a time that is not measured, and then for one that is.
     *
     * @param arguments both times, in ms
     */
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:bank")) {
            Transactions transactions = new Transactions(connection);
            transactions.run(Long.parseLong(arguments[0]), new Histogram(LONGEST_NANOS, 3));
            transactions.clear();
            Histogram durations = new Histogram(LONGEST_NANOS, 3);
            double nanos = transactions.run(Long.parseLong(arguments[1]), durations);
            System.gc();
            System.out.println("transactions " + durations.getTotalCount() / nanos * NANOS_PER_SECOND + ' '
                    + durations.getValueAtPercentile(99) / NANOS_PER_MICRO + ' '
                    + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MIB + ' '
                    + codeBytes() / BYTES_PER_MIB);
        }
    }

    /** So that the heap holds the same however many transactions there were. */
    private void clear() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("truncate table history");
        }
        connection.commit();
    }

    private double run(long millis, Histogram durations) throws SQLException {
        long startNanos = System.nanoTime();
        long endNanos = startNanos + TimeUnit.MILLISECONDS.toNanos(millis);
        long now = startNanos;
        while (endNanos - now > 0) {
            transaction();
            long after = System.nanoTime();
            durations.recordValue(Math.min(LONGEST_NANOS, after - now));
            now = after;
        }
        return now - startNanos;
    }

    private void transaction() throws SQLException {
        int ofAccount = random.nextInt(ACCOUNTS);
        int ofTeller = random.nextInt(TELLERS);
        int delta = random.nextInt(-99_999, 100_000);
        account.setInt(1, delta);
        account.setInt(2, ofAccount);
        account.executeUpdate();
        balance.setInt(1, ofAccount);
        try (ResultSet found = balance.executeQuery()) {
            found.next();
            found.getInt(1);
        }
        teller.setInt(1, delta);
        teller.setInt(2, ofTeller);
        teller.executeUpdate();
        branch.setInt(1, delta);
        branch.executeUpdate();
        history.setInt(1, ofTeller);
        history.setInt(2, ofAccount);
        history.setInt(3, delta);
        history.executeUpdate();
        connection.commit();
    }

    private static long codeBytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().startsWith("Code"))
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
