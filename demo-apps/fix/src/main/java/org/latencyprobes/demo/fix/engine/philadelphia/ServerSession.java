package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXMessage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.codecs.Constants;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import org.latencyprobes.demo.fix.engine.tcp.Tcp;

/** The server's side of a session: one thread receives, decides and answers. */
final class ServerSession extends FixSession {

    private final OrderDesk desk;
    private final PhiladelphiaFills fills;

    private ServerSession(SocketChannel channel, OrderDesk desk, boolean prepared) {
        super(channel, PublishedOrder.ACCEPTOR, PublishedOrder.INITIATOR);
        this.desk = desk;
        fills = new PhiladelphiaFills(connection, prepared);
    }

    static void serve(SocketChannel channel, OrderDesk desk, boolean prepared) throws IOException {
        ServerSession session = new ServerSession(channel, desk, prepared);
        try {
            session.receive();
        } catch (EOFException e) {
            throw e; // the client has gone
        } catch (IOException e) {
            session.connection.sendLogout(e.getMessage());
            channel.shutdownOutput();
            drain(channel); // if bytes were unread at the end, the connection would be reset and the logout lost
            throw e;
        }
    }

    private static void drain(SocketChannel channel) throws IOException {
        ByteBuffer unread = ByteBuffer.allocate(4096);
        int idle = 0;
        for (int bytes; (bytes = channel.read(unread.clear())) >= 0; ) {
            idle = bytes > 0 ? 0 : idle + 1;
            Tcp.idle(idle);
        }
    }

    @Override
    void loggedOn() throws IOException {
        connection.sendLogon(true);
    }

    @Override
    void received(char type, FIXMessage message) throws IOException {
        if (type != Constants.NEW_ORDER_SINGLE_MESSAGE) {
            throw new IOException("a message of type " + message.getMsgType() + " where an order was expected");
        }
        long execution = desk.execute(
                (long) value(message, Constants.ORDER_QTY).asFloat(),
                value(message, Constants.PRICE).asFloat());
        synchronized (connection) {
            connection.setCurrentTimeMillis(System.currentTimeMillis());
            connection.send(fills.of(message, execution));
        }
    }
}
