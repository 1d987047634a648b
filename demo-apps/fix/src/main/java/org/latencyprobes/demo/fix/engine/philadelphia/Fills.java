package org.latencyprobes.demo.fix.engine.philadelphia;

import static org.latencyprobes.demo.fix.engine.philadelphia.FixSession.value;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import java.io.IOException;

/** The server's ExecutionReports: one message, filled in anew each time or, prepared, only where it changes. */
final class Fills {

    private static final char NEW = '0';
    private static final char FILL = '2';

    private final FIXConnection connection;
    private final boolean prepared;
    private final FIXMessage message;
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

    Fills(FIXConnection connection, boolean prepared) {
        this.connection = connection;
        this.prepared = prepared;
        message = connection.create();
    }

    FIXMessage of(FIXMessage order, long execution) throws IOException {
        if (prepared && clOrdId != null) {
            connection.update(message);
        } else {
            fill();
        }
        orderId.setInt(execution);
        execId.setInt(execution);
        clOrdId.set(value(order, Tags.CL_ORD_ID));
        symbol.set(value(order, Tags.SYMBOL));
        side.set(value(order, Tags.SIDE));
        quantity.set(value(order, Tags.ORDER_QTY));
        lastShares.set(quantity);
        cumQty.set(quantity);
        lastPx.set(value(order, Tags.PRICE));
        avgPx.set(lastPx);
        transactTime.setString(connection.getCurrentTimestamp());
        return message;
    }

    private void fill() {
        connection.prepare(message, Tags.EXECUTION_REPORT);
        orderId = message.addField(Tags.ORDER_ID);
        clOrdId = message.addField(Tags.CL_ORD_ID);
        execId = message.addField(Tags.EXEC_ID);
        message.addField(Tags.EXEC_TRANS_TYPE).setChar(NEW);
        message.addField(Tags.EXEC_TYPE).setChar(FILL);
        message.addField(Tags.ORD_STATUS).setChar(FILL);
        symbol = message.addField(Tags.SYMBOL);
        side = message.addField(Tags.SIDE);
        quantity = message.addField(Tags.ORDER_QTY);
        lastShares = message.addField(Tags.LAST_SHARES);
        lastPx = message.addField(Tags.LAST_PX);
        message.addField(Tags.LEAVES_QTY).setInt(0);
        cumQty = message.addField(Tags.CUM_QTY);
        avgPx = message.addField(Tags.AVG_PX);
        transactTime = message.addField(Tags.TRANSACT_TIME);
    }
}
