package org.latencyprobes.demo.date;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The order that the client sends: the published FIX 4.2 NewOrderSingle. */
final class FixMessage {

    private static final char SOH = '\u0001';
    private static final String BODY = String.join(
                    "|",
                    "35=D",
                    "34=3",
                    "49=MY-INITIATOR-SERVICE",
                    "52=20160229-09:04:14.459",
                    "56=MY-ACCEPTOR-SERVICE",
                    "1=ABCTEST1",
                    "11=863913604164909",
                    "21=3",
                    "22=5",
                    "38=1",
                    "40=2",
                    "44=200",
                    "48=LCOM1",
                    "54=1",
                    "55=LCOM1",
                    "59=0",
                    "60=20160229-09:04:14.459",
                    "167=FUT",
                    "200=201106",
                    "")
            .replace('|', SOH);

    private FixMessage() {}

    /** The whole message, with body length and checksum computed from the fields. */
    static byte[] newOrderSingle() {
        String unsigned = "8=FIX.4.2" + SOH + "9=" + BODY.length() + SOH + BODY;
        return ascii(unsigned + String.format(Locale.ROOT, "10=%03d", checksum(ascii(unsigned))) + SOH);
    }

    private static int checksum(byte[] bytes) {
        int sum = 0;
        for (byte each : bytes) {
            sum += each;
        }
        return sum & 0xff;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
