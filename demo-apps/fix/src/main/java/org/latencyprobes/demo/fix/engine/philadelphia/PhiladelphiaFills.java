package org.latencyprobes.demo.fix.engine.philadelphia;

import static org.latencyprobes.demo.fix.engine.philadelphia.FixSession.value;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import java.io.IOException;

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
        clOrdId.set(value(order, FixTags.CL_ORD_ID));
        symbol.set(value(order, FixTags.SYMBOL));
        side.set(value(order, FixTags.SIDE));
        quantity.set(value(order, FixTags.ORDER_QTY));
        lastShares.set(quantity);
        cumQty.set(quantity);
        lastPx.set(value(order, FixTags.PRICE));
        avgPx.set(lastPx);
        transactTime.setString(connection.getCurrentTimestamp());
        return message;
    }

    @Override
    void fill() {
        connection.prepare(message, FixTags.EXECUTION_REPORT);
        orderId = message.addField(FixTags.ORDER_ID);
        clOrdId = message.addField(FixTags.CL_ORD_ID);
        execId = message.addField(FixTags.EXEC_ID);
        message.addField(FixTags.EXEC_TRANS_TYPE).setChar(NEW);
        message.addField(FixTags.EXEC_TYPE).setChar(FILL);
        message.addField(FixTags.ORD_STATUS).setChar(FILL);
        symbol = message.addField(FixTags.SYMBOL);
        side = message.addField(FixTags.SIDE);
        quantity = message.addField(FixTags.ORDER_QTY);
        lastShares = message.addField(FixTags.LAST_SHARES);
        lastPx = message.addField(FixTags.LAST_PX);
        message.addField(FixTags.LEAVES_QTY).setInt(0);
        cumQty = message.addField(FixTags.CUM_QTY);
        avgPx = message.addField(FixTags.AVG_PX);
        transactTime = message.addField(FixTags.TRANSACT_TIME);
    }
}
