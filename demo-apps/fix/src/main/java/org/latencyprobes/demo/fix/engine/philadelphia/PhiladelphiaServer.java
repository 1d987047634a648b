package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXMessage;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.engine.OrderDesk;
import quickfix.field.OrderQty;
import quickfix.field.Price;

/** The server's side of a session: one thread receives, decides and answers. */
final class PhiladelphiaServer extends PhiladelphiaSession {

    private final OrderDesk desk = new OrderDesk();
    private final PhiladelphiaFills fills;

    PhiladelphiaServer(SocketChannel channel, boolean prepared) {
        super(channel, PublishedOrder.ACCEPTOR, PublishedOrder.INITIATOR);
        fills = new PhiladelphiaFills(connection, prepared);
    }

    @Override
    void loggedOn() throws IOException {
        connection.sendLogon(true);
    }

    @Override
    void received(char type, FIXMessage message) throws IOException {
        if (type != ORDER) {
            throw new IOException("a message of type " + type + " where an order was expected");
        }
        long execution = desk.execute(
                (long) value(message, OrderQty.FIELD).asFloat(),
                value(message, Price.FIELD).asFloat());
        connection.send(fills.of(message, execution));
    }
}
