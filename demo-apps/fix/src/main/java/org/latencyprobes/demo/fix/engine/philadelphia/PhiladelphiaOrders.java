package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.codecs.Constants;

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
        connection.prepare(message, (char) Constants.NEW_ORDER_SINGLE_MESSAGE);
        message.addField(Constants.ACCOUNT).setString(PublishedOrder.ACCOUNT);
        clOrdId = message.addField(Constants.CL_ORD_ID);
        message.addField(Constants.HANDL_INST).setChar(PublishedOrder.HANDLING);
        message.addField(Constants.ID_SOURCE).setString(PublishedOrder.ID_SOURCE);
        message.addField(Constants.ORDER_QTY).setInt(PublishedOrder.QUANTITY);
        message.addField(Constants.ORD_TYPE).setChar(PublishedOrder.LIMIT);
        message.addField(Constants.PRICE).setInt(PublishedOrder.PRICE);
        message.addField(Constants.SECURITY_ID).setString(PublishedOrder.SECURITY_ID);
        message.addField(Constants.SIDE).setChar(PublishedOrder.BUY);
        message.addField(Constants.SYMBOL).setString(PublishedOrder.SYMBOL);
        message.addField(Constants.TIME_IN_FORCE).setChar(PublishedOrder.DAY);
        transactTime = message.addField(Constants.TRANSACT_TIME);
        message.addField(Constants.SECURITY_TYPE).setString(PublishedOrder.SECURITY_TYPE);
        message.addField(Constants.MATURITY_MONTH_YEAR).setString(PublishedOrder.MATURITY);
    }
}
