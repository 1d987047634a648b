package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXMessage;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.common.TcpServer;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.ReportListener;
import quickfix.field.ClOrdID;

/** The client. It sends on the caller's thread, and receives on one of its own. */
final class PhiladelphiaInitiator extends PhiladelphiaSession implements Initiator {

    private final SocketChannel channel;
    private final ReportListener reports;
    private final PhiladelphiaOrders orders;
    private final CountDownLatch logon = new CountDownLatch(1);
    private final Thread receiver = new Thread(this::run, "philadelphia-client");
    private volatile boolean closed;

    PhiladelphiaInitiator(SocketChannel channel, boolean prepared, ReportListener reports) {
        super(channel, PublishedOrder.INITIATOR, PublishedOrder.ACCEPTOR);
        this.channel = channel;
        this.reports = reports;
        orders = new PhiladelphiaOrders(connection, prepared);
        receiver.setDaemon(true);
    }

    PhiladelphiaInitiator logOn() throws IOException {
        receiver.start();
        connection.sendLogon(true);
        Initiator.await(logon);
        return this;
    }

    @Override
    public void send(long startNanos) {
        try {
            connection.send(orders.with(startNanos));
        } catch (IOException e) {
            reports.failed(e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try (channel) {
            connection.sendLogout();
        }
        TcpServer.join(receiver);
    }

    @Override
    void loggedOn() {
        logon.countDown();
    }

    @Override
    void received(char type, FIXMessage message) throws IOException {
        if (type != REPORT) {
            throw new IOException("the server answered with a message of type " + type);
        }
        reports.received(value(message, ClOrdID.FIELD).asInt());
    }

    private void run() {
        try {
            receive();
        } catch (IOException | RuntimeException e) {
            if (!closed) {
                reports.failed(e);
            }
        }
    }
}
