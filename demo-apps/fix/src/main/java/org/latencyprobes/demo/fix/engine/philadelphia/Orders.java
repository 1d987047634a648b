package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import org.latencyprobes.demo.fix.engine.PublishedOrder;

/** The client's orders: one message, filled in anew each time or, prepared, only where it changes. */
final class Orders {

    private final FIXConnection connection;
    private final boolean prepared;
    private final FIXMessage message;
    private FIXValue clOrdId;
    private FIXValue transactTime;

    Orders(FIXConnection connection, boolean prepared) {
        this.connection = connection;
        this.prepared = prepared;
        message = connection.create();
    }

    FIXMessage with(long startNanos) {
        if (prepared && clOrdId != null) {
            connection.update(message);
        } else {
            fill();
        }
        clOrdId.setInt(startNanos);
        transactTime.setString(connection.getCurrentTimestamp());
        return message;
    }

    private void fill() {
        connection.prepare(message, Tags.NEW_ORDER_SINGLE);
        message.addField(Tags.ACCOUNT).setString(PublishedOrder.ACCOUNT);
        clOrdId = message.addField(Tags.CL_ORD_ID);
        message.addField(Tags.HANDL_INST).setChar(PublishedOrder.HANDLING);
        message.addField(Tags.ID_SOURCE).setString(PublishedOrder.ID_SOURCE);
        message.addField(Tags.ORDER_QTY).setInt(PublishedOrder.QUANTITY);
        message.addField(Tags.ORD_TYPE).setChar(PublishedOrder.LIMIT);
        message.addField(Tags.PRICE).setInt(PublishedOrder.PRICE);
        message.addField(Tags.SECURITY_ID).setString(PublishedOrder.SECURITY_ID);
        message.addField(Tags.SIDE).setChar(PublishedOrder.BUY);
        message.addField(Tags.SYMBOL).setString(PublishedOrder.SYMBOL);
        message.addField(Tags.TIME_IN_FORCE).setChar(PublishedOrder.DAY);
        transactTime = message.addField(Tags.TRANSACT_TIME);
        message.addField(Tags.SECURITY_TYPE).setString(PublishedOrder.SECURITY_TYPE);
        message.addField(Tags.MATURITY).setString(PublishedOrder.MATURITY);
    }
}
