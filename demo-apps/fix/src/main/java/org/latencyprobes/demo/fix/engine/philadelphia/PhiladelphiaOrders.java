package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import org.latencyprobes.demo.fix.engine.PublishedOrder;

/** The client's orders. */
final class PhiladelphiaOrders extends ReusedMessage {

    private FIXValue clOrdId;
    private FIXValue transactTime;

    PhiladelphiaOrders(FIXConnection connection, boolean prepared) {
        super(connection, prepared);
    }

    FIXMessage with(long startNanos) {
        begin();
        clOrdId.setInt(startNanos);
        transactTime.setString(connection.getCurrentTimestamp());
        return message;
    }

    @Override
    void fill() {
        connection.prepare(message, FixTags.NEW_ORDER_SINGLE);
        message.addField(FixTags.ACCOUNT).setString(PublishedOrder.ACCOUNT);
        clOrdId = message.addField(FixTags.CL_ORD_ID);
        message.addField(FixTags.HANDL_INST).setChar(PublishedOrder.HANDLING);
        message.addField(FixTags.ID_SOURCE).setString(PublishedOrder.ID_SOURCE);
        message.addField(FixTags.ORDER_QTY).setInt(PublishedOrder.QUANTITY);
        message.addField(FixTags.ORD_TYPE).setChar(PublishedOrder.LIMIT);
        message.addField(FixTags.PRICE).setInt(PublishedOrder.PRICE);
        message.addField(FixTags.SECURITY_ID).setString(PublishedOrder.SECURITY_ID);
        message.addField(FixTags.SIDE).setChar(PublishedOrder.BUY);
        message.addField(FixTags.SYMBOL).setString(PublishedOrder.SYMBOL);
        message.addField(FixTags.TIME_IN_FORCE).setChar(PublishedOrder.DAY);
        transactTime = message.addField(FixTags.TRANSACT_TIME);
        message.addField(FixTags.SECURITY_TYPE).setString(PublishedOrder.SECURITY_TYPE);
        message.addField(FixTags.MATURITY).setString(PublishedOrder.MATURITY);
    }
}
