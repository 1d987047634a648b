package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXMessage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.codecs.Constants;
import org.latencyprobes.demo.fix.engine.Initiator;
import org.latencyprobes.demo.fix.engine.ReportListener;
import org.latencyprobes.demo.fix.engine.SessionWatch;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;

/** The client. It sends on the caller's thread, and receives on one of its own. */
final class PhiladelphiaInitiator extends FixSession implements Initiator {

    private final SocketChannel channel;
    private final PhiladelphiaOrders orders;
    private final SessionWatch watch;
    private final CountDownLatch logon = new CountDownLatch(1);
    private final Thread receiver = new Thread(this::run, "philadelphia-client");
    private volatile String trouble = "nothing came";

    PhiladelphiaInitiator(SocketChannel channel, boolean prepared, ReportListener reports, Duration silenceTimeout) {
        super(channel, PublishedOrder.INITIATOR, PublishedOrder.ACCEPTOR);
        this.channel = channel;
        orders = new PhiladelphiaOrders(connection, prepared);
        watch = new SessionWatch(reports, silenceTimeout, () -> Tcp.close(channel));
        receiver.setDaemon(true);
    }

    PhiladelphiaInitiator logOn(InetSocketAddress server) throws IOException {
        try {
            receiver.start();
            synchronized (connection) {
                connection.sendLogon(true);
            }
            if (logon.await(LOGON_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) && trouble == null) {
                return this;
            }
            close();
            throw new IOException(
                    "no logon from " + server + " within " + LOGON_TIMEOUT.toMillis() + " ms: " + trouble);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while logging on to " + server, e);
        }
    }

    @Override
    public void send(long startNanos) {
        if (watch.isOver()) {
            return;
        }
        watch.sent();
        try {
            synchronized (connection) {
                connection.setCurrentTimeMillis(System.currentTimeMillis());
                connection.send(orders.with(startNanos));
            }
        } catch (IOException e) {
            watch.failed("the connection broke while sending", e);
        }
    }

    @Override
    public void close() {
        boolean broken = watch.isOver();
        watch.close();
        try {
            if (!broken) {
                synchronized (connection) {
                    connection.sendLogout();
                }
            }
        } catch (IOException e) {
            // the server sees the end of the connection instead
        }
        Tcp.close(channel);
        Tcp.join(receiver);
    }

    @Override
    void loggedOn() {
        trouble = null;
        logon.countDown();
    }

    @Override
    void received(char type, FIXMessage message) throws IOException {
        if (type != Constants.EXECUTION_REPORT_MESSAGE) {
            throw new IOException("the server answered with a message of type " + message.getMsgType());
        }
        watch.received(value(message, Constants.CL_ORD_ID).asInt());
    }

    private void run() {
        try {
            receive();
        } catch (IOException | RuntimeException e) {
            if (logon.getCount() > 0) {
                trouble = e.getMessage();
                logon.countDown();
            } else {
                watch.failed("the session broke", e);
            }
        }
    }
}
