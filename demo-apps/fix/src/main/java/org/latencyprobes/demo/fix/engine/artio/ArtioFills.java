package org.latencyprobes.demo.fix.engine.artio;

import org.latencyprobes.demo.fix.codecs.ExecTransType;
import org.latencyprobes.demo.fix.codecs.ExecType;
import org.latencyprobes.demo.fix.codecs.OrdStatus;
import org.latencyprobes.demo.fix.codecs.builder.ExecutionReportEncoder;
import org.latencyprobes.demo.fix.codecs.decoder.NewOrderSingleDecoder;
import uk.co.real_logic.artio.fields.UtcTimestampEncoder;

/** The server's ExecutionReport: one encoder that is filled in once, except for the fields that change. */
final class ArtioFills {

    private final ExecutionReportEncoder report = new ExecutionReportEncoder();
    private final Digits number = new Digits();
    private final UtcTimestampEncoder time = new UtcTimestampEncoder();

    ArtioFills() {
        report.execTransType(ExecTransType.NEW)
                .execType(ExecType.FILL)
                .ordStatus(OrdStatus.FILLED)
                .leavesQty(0, 0);
    }

    ExecutionReportEncoder of(NewOrderSingleDecoder order, long execution) {
        number.set(execution);
        int timeBytes = time.encode(System.currentTimeMillis());
        return report.orderID(number.bytes(), number.length())
                .execID(number.bytes(), number.length())
                .clOrdID(order.clOrdID(), order.clOrdIDLength())
                .symbol(order.symbol(), order.symbolLength())
                .side(order.side())
                .orderQty(order.orderQty())
                .lastShares(order.orderQty())
                .lastPx(order.price())
                .cumQty(order.orderQty())
                .avgPx(order.price())
                .transactTime(time.buffer(), timeBytes);
    }
}
