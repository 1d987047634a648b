package org.latencyprobes.demo.fix.engine.philadelphia;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageListener;
import com.paritytrading.philadelphia.FIXValue;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * One side of a session. Philadelphia's own session handling sends from the receiving thread, which its rules allow only under a lock. So
 * this class handles sequence numbers and logons. A gap ends the session.
 *
 * <p>One thread receives, and one sends. There are no heartbeats: both sides agree on an interval of 0.
 */
abstract class PhiladelphiaSession implements FIXMessageListener {

    static final char ORDER = 'D';
    static final char REPORT = '8';
    private static final char LOGON = 'A';
    private static final char LOGOUT = '5';
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int LONGEST_FIELD_BYTES = 256;

    final FIXConnection connection;

    PhiladelphiaSession(SocketChannel channel, String self, String other) {
        FIXConfig config = FIXConfig.newBuilder()
                .setSenderCompID(self)
                .setTargetCompID(other)
                .setHeartBtInt(0)
                .setFieldCapacity(LONGEST_FIELD_BYTES)
                .setRxBufferCapacity(BUFFER_BYTES)
                .setTxBufferCapacity(BUFFER_BYTES)
                .build();
        connection = new FIXConnection(channel, config, this, System.currentTimeMillis());
    }

    /** The other side has logged on. */
    abstract void loggedOn() throws IOException;

    /** A message of the application came. */
    abstract void received(char type, FIXMessage message) throws IOException;

    /** Receives until the session ends, and throws an exception that says how. */
    final void receive() throws IOException {
        while (connection.receive() >= 0) {
            continue;
        }
        throw new EOFException("the other side closed the connection");
    }

    @Override
    public final void message(FIXMessage message) throws IOException {
        if (message.getMsgSeqNum() != connection.getInMsgSeqNum()) {
            throw new IOException("sequence gap: message " + message.getMsgSeqNum() + " came where "
                    + connection.getInMsgSeqNum() + " was expected");
        }
        connection.incrementInMsgSeqNum();
        char type = message.getMsgType().asChar();
        switch (type) {
            case LOGON -> loggedOn();
            case LOGOUT -> throw new EOFException("the other side logged out");
            default -> received(type, message);
        }
    }

    static FIXValue value(FIXMessage message, int tag) throws IOException {
        FIXValue value = message.valueOf(tag);
        if (value == null) {
            throw new IOException("a message without field " + tag);
        }
        return value;
    }
}
