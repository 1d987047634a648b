package org.latencyprobes.demo.fix.engine.quickfixj;

import java.nio.charset.StandardCharsets;
import org.latencyprobes.demo.fix.engine.Parser;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageFactory;
import quickfix.MessageUtils;
import quickfix.field.ClOrdID;
import quickfix.field.OrderQty;

/** QuickFIX/J's parser without a session: from bytes to text to a message, as its decoder does it. */
final class QuickFixParser implements Parser {

    private final MessageFactory factory = new DefaultMessageFactory();
    private final DataDictionary dictionary;

    QuickFixParser(boolean validating) {
        dictionary = validating ? fix42() : null;
    }

    @Override
    public long parse(byte[] bytes) {
        try {
            Message message = MessageUtils.parse(factory, dictionary, new String(bytes, StandardCharsets.ISO_8859_1));
            if (dictionary != null) {
                dictionary.validate(message);
            }
            return Long.parseLong(message.getString(ClOrdID.FIELD)) + (long) message.getDouble(OrderQty.FIELD);
        } catch (InvalidMessage | FieldNotFound | IncorrectTagValue | IncorrectDataFormat e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static DataDictionary fix42() {
        try {
            return new DataDictionary("FIX42.xml");
        } catch (ConfigError e) {
            throw new IllegalStateException(e);
        }
    }
}
