package org.latencyprobes.demo.fix.engine.philadelphia;

import static org.latencyprobes.demo.fix.engine.philadelphia.PhiladelphiaSession.value;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import java.io.IOException;
import quickfix.field.AvgPx;
import quickfix.field.ClOrdID;
import quickfix.field.CumQty;
import quickfix.field.ExecID;
import quickfix.field.ExecTransType;
import quickfix.field.ExecType;
import quickfix.field.LastPx;
import quickfix.field.LastShares;
import quickfix.field.LeavesQty;
import quickfix.field.OrdStatus;
import quickfix.field.OrderID;
import quickfix.field.OrderQty;
import quickfix.field.Price;
import quickfix.field.Side;
import quickfix.field.Symbol;
import quickfix.field.TransactTime;

/** The server's ExecutionReports. */
final class PhiladelphiaFills extends ReusedMessage {

    private static final char NEW = '0';
    private static final char FILL = '2';

    private FIXValue orderId;
    private FIXValue clOrdId;
    private FIXValue execId;
    private FIXValue symbol;
    private FIXValue side;
    private FIXValue quantity;
    private FIXValue lastShares;
    private FIXValue lastPx;
    private FIXValue cumQty;
    private FIXValue avgPx;
    private FIXValue transactTime;

    PhiladelphiaFills(FIXConnection connection, boolean prepared) {
        super(connection, prepared);
    }

    FIXMessage of(FIXMessage order, long execution) throws IOException {
        begin();
        orderId.setInt(execution);
        execId.setInt(execution);
        clOrdId.set(value(order, ClOrdID.FIELD));
        symbol.set(value(order, Symbol.FIELD));
        side.set(value(order, Side.FIELD));
        quantity.set(value(order, OrderQty.FIELD));
        lastShares.set(quantity);
        cumQty.set(quantity);
        lastPx.set(value(order, Price.FIELD));
        avgPx.set(lastPx);
        transactTime.setString(connection.getCurrentTimestamp());
        return message;
    }

    @Override
    void fill() {
        connection.prepare(message, PhiladelphiaSession.REPORT);
        orderId = message.addField(OrderID.FIELD);
        clOrdId = message.addField(ClOrdID.FIELD);
        execId = message.addField(ExecID.FIELD);
        message.addField(ExecTransType.FIELD).setChar(NEW);
        message.addField(ExecType.FIELD).setChar(FILL);
        message.addField(OrdStatus.FIELD).setChar(FILL);
        symbol = message.addField(Symbol.FIELD);
        side = message.addField(Side.FIELD);
        quantity = message.addField(OrderQty.FIELD);
        lastShares = message.addField(LastShares.FIELD);
        lastPx = message.addField(LastPx.FIELD);
        message.addField(LeavesQty.FIELD).setInt(0);
        cumQty = message.addField(CumQty.FIELD);
        avgPx = message.addField(AvgPx.FIELD);
        transactTime = message.addField(TransactTime.FIELD);
    }
}
