package org.latencyprobes.demo.fix.engine.artio;

import java.nio.charset.StandardCharsets;
import org.latencyprobes.demo.common.PublishedOrder;
import org.latencyprobes.demo.fix.codecs.builder.NewOrderSingleEncoder;
import uk.co.real_logic.artio.fields.UtcTimestampEncoder;

/** The client's order: one encoder that is filled in once, except for the fields that change. */
final class ArtioOrders {

    private final NewOrderSingleEncoder order = new NewOrderSingleEncoder();
    private final Digits clOrdId = new Digits();
    private final UtcTimestampEncoder time = new UtcTimestampEncoder();

    ArtioOrders() {
        order.account(PublishedOrder.ACCOUNT)
                .handlInst(PublishedOrder.HANDLING)
                .iDSource(PublishedOrder.ID_SOURCE)
                .orderQty(PublishedOrder.QUANTITY, 0)
                .ordType(PublishedOrder.LIMIT)
                .price(PublishedOrder.PRICE, 0)
                .securityID(PublishedOrder.SECURITY_ID)
                .side(PublishedOrder.BUY)
                .symbol(PublishedOrder.SYMBOL)
                .timeInForce(PublishedOrder.DAY)
                .securityType(PublishedOrder.SECURITY_TYPE)
                .maturityMonthYear(PublishedOrder.MATURITY.getBytes(StandardCharsets.US_ASCII));
    }

    NewOrderSingleEncoder with(long startNanos) {
        clOrdId.set(startNanos);
        int timeBytes = time.encode(System.currentTimeMillis());
        return order.clOrdID(clOrdId.bytes(), clOrdId.length()).transactTime(time.buffer(), timeBytes);
    }
}
