package org.latencyprobes.demo.fix.engine.philadelphia;

/** The tags and message types of FIX 4.2 that the demo uses. */
final class FixTags {

    static final int ACCOUNT = 1;
    static final int AVG_PX = 6;
    static final int BEGIN_SEQ_NO = 7;
    static final int CL_ORD_ID = 11;
    static final int CUM_QTY = 14;
    static final int EXEC_ID = 17;
    static final int EXEC_TRANS_TYPE = 20;
    static final int HANDL_INST = 21;
    static final int ID_SOURCE = 22;
    static final int LAST_PX = 31;
    static final int LAST_SHARES = 32;
    static final int ORDER_ID = 37;
    static final int ORDER_QTY = 38;
    static final int ORD_STATUS = 39;
    static final int ORD_TYPE = 40;
    static final int PRICE = 44;
    static final int SECURITY_ID = 48;
    static final int SIDE = 54;
    static final int SYMBOL = 55;
    static final int TEXT = 58;
    static final int TIME_IN_FORCE = 59;
    static final int TRANSACT_TIME = 60;
    static final int TEST_REQ_ID = 112;
    static final int EXEC_TYPE = 150;
    static final int LEAVES_QTY = 151;
    static final int SECURITY_TYPE = 167;
    static final int MATURITY = 200;

    static final char HEARTBEAT = '0';
    static final char TEST_REQUEST = '1';
    static final char RESEND_REQUEST = '2';
    static final char REJECT = '3';
    static final char SEQUENCE_RESET = '4';
    static final char LOGOUT = '5';
    static final char EXECUTION_REPORT = '8';
    static final char LOGON = 'A';
    static final char NEW_ORDER_SINGLE = 'D';

    private FixTags() {}
}
