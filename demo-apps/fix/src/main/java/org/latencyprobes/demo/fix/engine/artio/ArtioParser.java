package org.latencyprobes.demo.fix.engine.artio;

import org.latencyprobes.demo.fix.codecs.decoder.NewOrderSingleDecoder;
import org.latencyprobes.demo.fix.engine.Parser;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;

/** The generated decoder by itself. It ignores the checksum, which the engine has verified before. */
final class ArtioParser implements Parser {

    private final boolean validating;
    private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
    private final MutableAsciiBuffer buffer = new MutableAsciiBuffer();

    ArtioParser(boolean validating) {
        this.validating = validating;
    }

    @Override
    public long parse(byte[] message) {
        buffer.wrap(message);
        order.reset();
        order.decode(buffer, 0, message.length);
        if (validating && !order.validate()) {
            throw new IllegalArgumentException("field " + order.invalidTagId() + ", reason " + order.rejectReason());
        }
        return Digits.parse(order.clOrdID(), order.clOrdIDLength())
                + (long) order.orderQty().toDouble();
    }
}
