package org.latencyprobes.cli.why.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PoolStackTest {

    private static final String HIKARI = "waiting for a connection of HikariCP";
    private static final String DBCP = "waiting for a connection of Commons DBCP";

    /** The innermost first. */
    private static PoolStack of(String... methods) {
        return PoolStack.of(Arrays.stream(methods)
                .map(method -> new Frames.Frame(
                        method.substring(0, method.lastIndexOf('.')), method.substring(method.lastIndexOf('.') + 1)))
                .toList());
    }

    @Test
    void whoIsParkedInAPoolWaitsForAConnection() {
        assertThat(of(
                        "jdk.internal.misc.Unsafe.park",
                        "java.util.concurrent.locks.LockSupport.parkNanos",
                        "java.util.concurrent.SynchronousQueue$TransferQueue.awaitFulfill",
                        "java.util.concurrent.SynchronousQueue.poll",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                        "com.zaxxer.hikari.pool.HikariPool.getConnection",
                        "com.zaxxer.hikari.HikariDataSource.getConnection",
                        "com.acme.Shop$Orders.place",
                        "java.lang.Thread.run"))
                .isEqualTo(new PoolStack(HIKARI, false, "Shop$Orders.place"));
    }

    /** Also as Tomcat renames it. */
    @ParameterizedTest
    @CsvSource({"org.apache.commons", "org.apache.tomcat.dbcp"})
    void whoIsParkedInCommonsPoolWaitsForAConnection(String prefix) {
        assertThat(of(
                        "jdk.internal.misc.Unsafe.park",
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await",
                        prefix + ".pool2.impl.LinkedBlockingDeque.takeFirst",
                        prefix + ".pool2.impl.GenericObjectPool.borrowObject",
                        prefix + ".dbcp2.PoolingDataSource.getConnection",
                        prefix + ".dbcp2.BasicDataSource.getConnection",
                        "com.acme.Orders.place"))
                .isEqualTo(new PoolStack(DBCP, false, "Orders.place"));
    }

    @Test
    void whoIsInAMethodOfAConnectionUsesIt() {
        assertThat(of(
                        "sun.nio.ch.NioSocketImpl.park",
                        "java.net.Socket$SocketInputStream.read",
                        "com.acme.driver.Protocol.read",
                        "com.acme.driver.DriverStatement.executeQuery",
                        "com.zaxxer.hikari.pool.ProxyStatement.executeQuery",
                        "com.zaxxer.hikari.pool.HikariProxyStatement.executeQuery",
                        "java.lang.reflect.Method.invoke",
                        "com.acme.Report.export"))
                .isEqualTo(new PoolStack(HIKARI, true, "Report.export → executeQuery"));
        assertThat(of(
                        "com.acme.driver.DriverConnection.commit",
                        "org.apache.commons.dbcp2.DelegatingConnection.commit",
                        "org.apache.commons.dbcp2.PoolingDataSource$PoolGuardConnectionWrapper.commit",
                        "com.acme.Report.export"))
                .isEqualTo(new PoolStack(DBCP, true, "Report.export → commit"));
    }

    /** A driver calls the application back, which waits for a second connection. */
    @Test
    void theInnermostIsTold() {
        assertThat(of(
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                        "com.zaxxer.hikari.pool.HikariPool.getConnection",
                        "com.acme.Function.look",
                        "org.h2.schema.FunctionAlias.call",
                        "com.zaxxer.hikari.pool.HikariProxyStatement.execute",
                        "com.acme.Report.export"))
                .isEqualTo(new PoolStack(HIKARI, false, "Function.look"));
    }

    /** Else whoever used another connection meanwhile would be told as the one to wait for. */
    @Test
    void aPoolsThreadThatOpensAConnectionIsToldAsItsUser() {
        assertThat(of(
                        "java.net.Socket.connect",
                        "com.acme.driver.DriverConnection.connect",
                        "com.zaxxer.hikari.util.DriverDataSource.getConnection",
                        "com.zaxxer.hikari.pool.PoolBase.newConnection",
                        "com.zaxxer.hikari.pool.PoolBase.newPoolEntry",
                        "com.zaxxer.hikari.pool.HikariPool$PoolEntryCreator.call",
                        "java.lang.Thread.run"))
                .isEqualTo(new PoolStack(HIKARI, true, "PoolBase.newConnection"));
    }

    @Test
    void whoConnectsOrTestsWhatItBorrowsNeitherWaitsForAConnectionNorUsesOne() {
        assertThat(of(
                        "com.acme.driver.DriverConnection.connect",
                        "org.apache.commons.dbcp2.DriverConnectionFactory.createConnection",
                        "org.apache.commons.dbcp2.PoolableConnectionFactory.makeObject",
                        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
                        "org.apache.commons.dbcp2.BasicDataSource.getConnection",
                        "com.acme.Orders.place"))
                .isEqualTo(PoolStack.NONE);
        assertThat(of(
                        "com.acme.driver.DriverConnection.isValid",
                        "org.apache.commons.dbcp2.DelegatingConnection.isValid",
                        "org.apache.commons.dbcp2.PoolableConnection.validate",
                        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
                        "org.apache.commons.dbcp2.BasicDataSource.getConnection",
                        "com.acme.Orders.place"))
                .isEqualTo(PoolStack.NONE);
    }

    @Test
    void threadsAndObjectsOfThePoolsAreNotTheApplications() {
        assertThat(of(
                        "org.apache.commons.dbcp2.PoolableConnection.validate",
                        "org.apache.commons.pool2.impl.GenericObjectPool.evict",
                        "org.apache.commons.pool2.impl.BaseGenericObjectPool$Evictor.run",
                        "java.lang.Thread.run"))
                .isEqualTo(PoolStack.NONE);
        assertThat(of(
                        "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst",
                        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
                        "com.acme.Cache.client"))
                .as("of other things than connections")
                .isEqualTo(PoolStack.NONE);
        assertThat(of("java.lang.Thread.sleep", "com.acme.Orders.place")).isEqualTo(PoolStack.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "HikariDataSource.getConnection, waiting for a connection of HikariCP",
        "BasicDataSource.getConnection, waiting for a connection of Commons DBCP",
        "HikariDataSource.close, ''",
        "MyHikariDataSource.getConnection, ''"
    })
    void aProbeMayBeAPoolsOwnMethod(String probe, String awaited) {
        assertThat(PoolStack.awaitedBy(probe)).isEqualTo(awaited);
    }
}
