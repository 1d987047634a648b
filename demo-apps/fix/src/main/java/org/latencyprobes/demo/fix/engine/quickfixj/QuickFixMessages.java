package org.latencyprobes.demo.fix.engine.quickfixj;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.latencyprobes.demo.fix.engine.PublishedOrder;
import quickfix.FieldNotFound;
import quickfix.field.Account;
import quickfix.field.AvgPx;
import quickfix.field.ClOrdID;
import quickfix.field.CumQty;
import quickfix.field.ExecID;
import quickfix.field.ExecTransType;
import quickfix.field.ExecType;
import quickfix.field.HandlInst;
import quickfix.field.IDSource;
import quickfix.field.LastPx;
import quickfix.field.LastShares;
import quickfix.field.LeavesQty;
import quickfix.field.MaturityMonthYear;
import quickfix.field.OrdStatus;
import quickfix.field.OrdType;
import quickfix.field.OrderID;
import quickfix.field.OrderQty;
import quickfix.field.Price;
import quickfix.field.SecurityID;
import quickfix.field.SecurityType;
import quickfix.field.Side;
import quickfix.field.Symbol;
import quickfix.field.TimeInForce;
import quickfix.field.TransactTime;
import quickfix.fix42.ExecutionReport;
import quickfix.fix42.NewOrderSingle;

/** The two messages, which QuickFIX/J makes anew each time. */
final class QuickFixMessages {

    private QuickFixMessages() {}

    static NewOrderSingle order(long startNanos) {
        NewOrderSingle order = new NewOrderSingle(
                new ClOrdID(Long.toString(startNanos)),
                new HandlInst(PublishedOrder.HANDLING),
                new Symbol(PublishedOrder.SYMBOL),
                new Side(PublishedOrder.BUY),
                new TransactTime(now()),
                new OrdType(PublishedOrder.LIMIT));
        order.set(new Account(PublishedOrder.ACCOUNT));
        order.set(new IDSource(PublishedOrder.ID_SOURCE));
        order.set(new OrderQty(PublishedOrder.QUANTITY));
        order.set(new Price(PublishedOrder.PRICE));
        order.set(new SecurityID(PublishedOrder.SECURITY_ID));
        order.set(new TimeInForce(PublishedOrder.DAY));
        order.set(new SecurityType(PublishedOrder.SECURITY_TYPE));
        order.set(new MaturityMonthYear(PublishedOrder.MATURITY));
        return order;
    }

    static ExecutionReport filled(NewOrderSingle order, long execution) throws FieldNotFound {
        String number = Long.toString(execution);
        ExecutionReport report = new ExecutionReport(
                new OrderID(number),
                new ExecID(number),
                new ExecTransType(ExecTransType.NEW),
                new ExecType(ExecType.FILL),
                new OrdStatus(OrdStatus.FILLED),
                order.getSymbol(),
                order.getSide(),
                new LeavesQty(0),
                new CumQty(order.getOrderQty().getValue()),
                new AvgPx(order.getPrice().getValue()));
        report.set(order.getClOrdID());
        report.set(order.getOrderQty());
        report.set(new LastShares(order.getOrderQty().getValue()));
        report.set(new LastPx(order.getPrice().getValue()));
        report.set(new TransactTime(now()));
        return report;
    }

    private static LocalDateTime now() {
        return LocalDateTime.now(ZoneOffset.UTC);
    }
}
