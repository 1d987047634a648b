package org.latencyprobes.demo.fix.engine.philadelphia;

import static org.latencyprobes.demo.fix.engine.philadelphia.FixSession.value;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXValue;
import java.io.IOException;
import org.latencyprobes.demo.fix.codecs.Constants;

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
        clOrdId.set(value(order, Constants.CL_ORD_ID));
        symbol.set(value(order, Constants.SYMBOL));
        side.set(value(order, Constants.SIDE));
        quantity.set(value(order, Constants.ORDER_QTY));
        lastShares.set(quantity);
        cumQty.set(quantity);
        lastPx.set(value(order, Constants.PRICE));
        avgPx.set(lastPx);
        transactTime.setString(connection.getCurrentTimestamp());
        return message;
    }

    @Override
    void fill() {
        connection.prepare(message, (char) Constants.EXECUTION_REPORT_MESSAGE);
        orderId = message.addField(Constants.ORDER_ID);
        clOrdId = message.addField(Constants.CL_ORD_ID);
        execId = message.addField(Constants.EXEC_ID);
        message.addField(Constants.EXEC_TRANS_TYPE).setChar(NEW);
        message.addField(Constants.EXEC_TYPE).setChar(FILL);
        message.addField(Constants.ORD_STATUS).setChar(FILL);
        symbol = message.addField(Constants.SYMBOL);
        side = message.addField(Constants.SIDE);
        quantity = message.addField(Constants.ORDER_QTY);
        lastShares = message.addField(Constants.LAST_SHARES);
        lastPx = message.addField(Constants.LAST_PX);
        message.addField(Constants.LEAVES_QTY).setInt(0);
        cumQty = message.addField(Constants.CUM_QTY);
        avgPx = message.addField(Constants.AVG_PX);
        transactTime = message.addField(Constants.TRANSACT_TIME);
    }
}
