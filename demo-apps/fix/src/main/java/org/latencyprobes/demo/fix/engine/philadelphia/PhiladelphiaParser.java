package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.latencyprobes.demo.fix.engine.Parser;
import quickfix.field.ClOrdID;
import quickfix.field.OrderQty;

/** Philadelphia's parser without a connection. */
final class PhiladelphiaParser implements Parser {

    private static final int LONGEST_MESSAGE_BYTES = 1024;

    private final FIXMessageParser parser = new FIXMessageParser(FIXConfig.DEFAULTS, this::message);
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST_MESSAGE_BYTES);
    private long result;

    @Override
    public long parse(byte[] message) {
        buffer.clear().put(message).flip();
        try {
            if (parser.parse(buffer)) {
                return result;
            }
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        throw new IllegalArgumentException("no whole message, or a wrong checksum");
    }

    private void message(FIXMessage message) throws IOException {
        result = PhiladelphiaSession.value(message, ClOrdID.FIELD).asInt()
                + (long) PhiladelphiaSession.value(message, OrderQty.FIELD).asFloat();
    }
}
