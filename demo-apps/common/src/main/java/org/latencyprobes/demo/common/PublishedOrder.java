package org.latencyprobes.demo.common;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The published NewOrderSingle (FIX 4.2): its fields, and the whole message as bytes. Orders differ only in ClOrdID, MsgSeqNum and the two
 * times.
 */
public final class PublishedOrder {

    public static final String BEGIN_STRING = "FIX.4.2";
    public static final String INITIATOR = "MY-INITIATOR-SERVICE";
    public static final String ACCEPTOR = "MY-ACCEPTOR-SERVICE";
    public static final String ACCOUNT = "ABCTEST1";
    public static final char HANDLING = '3';
    public static final String ID_SOURCE = "5";
    public static final int QUANTITY = 1;
    public static final char LIMIT = '2';
    public static final int PRICE = 200;
    public static final String SECURITY_ID = "LCOM1";
    public static final char BUY = '1';
    public static final String SYMBOL = "LCOM1";
    public static final char DAY = '0';
    public static final String SECURITY_TYPE = "FUT";
    public static final String MATURITY = "201106";

    public static final String TIME = "20160229-09:04:14.459";

    private static final char SOH = '\u0001';

    private PublishedOrder() {}

    /** The message as published. */
    public static byte[] bytes() {
        return bytes("863913604164909");
    }

    /**
     * The message with another ClOrdID.
     *
     * @param clOrdId up to 20 characters
     */
    public static byte[] bytes(String clOrdId) {
        String body = String.join(
                        "|",
                        "35=D",
                        "34=3",
                        "49=" + INITIATOR,
                        "52=" + TIME,
                        "56=" + ACCEPTOR,
                        "1=" + ACCOUNT,
                        "11=" + clOrdId,
                        "21=" + HANDLING,
                        "22=" + ID_SOURCE,
                        "38=" + QUANTITY,
                        "40=" + LIMIT,
                        "44=" + PRICE,
                        "48=" + SECURITY_ID,
                        "54=" + BUY,
                        "55=" + SYMBOL,
                        "59=" + DAY,
                        "60=" + TIME,
                        "167=" + SECURITY_TYPE,
                        "200=" + MATURITY,
                        "")
                .replace('|', SOH);
        return framed(body);
    }

    private static byte[] framed(String body) {
        String unsigned = "8=" + BEGIN_STRING + SOH + "9=" + body.length() + SOH + body;
        int sum = unsigned.chars().sum() & 0xff;
        return (unsigned + String.format(Locale.ROOT, "10=%03d", sum) + SOH).getBytes(StandardCharsets.US_ASCII);
    }
}
