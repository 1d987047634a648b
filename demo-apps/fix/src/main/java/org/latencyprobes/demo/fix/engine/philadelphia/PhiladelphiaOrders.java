package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import org.latencyprobes.demo.common.PublishedOrder;
import quickfix.field.Account;
import quickfix.field.ClOrdID;
import quickfix.field.HandlInst;
import quickfix.field.IDSource;
import quickfix.field.MaturityMonthYear;
import quickfix.field.OrdType;
import quickfix.field.OrderQty;
import quickfix.field.Price;
import quickfix.field.SecurityID;
import quickfix.field.SecurityType;
import quickfix.field.Side;
import quickfix.field.Symbol;
import quickfix.field.TimeInForce;
import quickfix.field.TransactTime;

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
        connection.prepare(message, PhiladelphiaSession.ORDER);
        message.addField(Account.FIELD).setString(PublishedOrder.ACCOUNT);
        clOrdId = message.addField(ClOrdID.FIELD);
        message.addField(HandlInst.FIELD).setChar(PublishedOrder.HANDLING);
        message.addField(IDSource.FIELD).setString(PublishedOrder.ID_SOURCE);
        message.addField(OrderQty.FIELD).setInt(PublishedOrder.QUANTITY);
        message.addField(OrdType.FIELD).setChar(PublishedOrder.LIMIT);
        message.addField(Price.FIELD).setInt(PublishedOrder.PRICE);
        message.addField(SecurityID.FIELD).setString(PublishedOrder.SECURITY_ID);
        message.addField(Side.FIELD).setChar(PublishedOrder.BUY);
        message.addField(Symbol.FIELD).setString(PublishedOrder.SYMBOL);
        message.addField(TimeInForce.FIELD).setChar(PublishedOrder.DAY);
        transactTime = message.addField(TransactTime.FIELD);
        message.addField(SecurityType.FIELD).setString(PublishedOrder.SECURITY_TYPE);
        message.addField(MaturityMonthYear.FIELD).setString(PublishedOrder.MATURITY);
    }
}
