package org.latencyprobes.demo.fix.engine.quickfixj;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.latencyprobes.demo.common.PublishedOrder;
import quickfix.FieldNotFound;
import quickfix.field.Account;
import quickfix.field.AvgPx;
import quickfix.field.ClOrdID;
import quickfix.field.ClientID;
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

/** The two messages of one side: made anew each time, or made once and then sent with another ClOrdID. For one thread. */
final class QuickFixMessages {

    private final NewOrderSingle preparedOrder;
    private final ExecutionReport preparedReport;

    QuickFixMessages(boolean prepared) {
        preparedOrder = prepared ? preparedOrder() : null;
        preparedReport = prepared ? preparedReport() : null;
    }

    NewOrderSingle order(long startNanos) {
        if (preparedOrder == null) {
            return newOrder(startNanos);
        }
        preparedOrder.set(new ClOrdID(Long.toString(startNanos)));
        return preparedOrder;
    }

    ExecutionReport filled(NewOrderSingle order, long execution) throws FieldNotFound {
        if (preparedReport == null) {
            return newReport(order, execution);
        }
        preparedReport.set(order.getClOrdID());
        return preparedReport;
    }

    /** Sets the time as text: the releases have different types for it. */
    private static NewOrderSingle preparedOrder() {
        NewOrderSingle order = new NewOrderSingle();
        order.set(new HandlInst(PublishedOrder.HANDLING));
        order.set(new Symbol(PublishedOrder.SYMBOL));
        order.set(new Side(PublishedOrder.BUY));
        order.setString(TransactTime.FIELD, PublishedOrder.TIME);
        order.set(new OrdType(PublishedOrder.LIMIT));
        return withConstantFields(order);
    }

    /** The published one has these fields, fewer than the one that is made anew. */
    private static ExecutionReport preparedReport() {
        ExecutionReport report = new ExecutionReport();
        report.set(new OrderID("1"));
        report.set(new ExecID("1"));
        report.set(new ClientID(PublishedOrder.ACCOUNT));
        report.set(new ExecTransType(ExecTransType.NEW));
        report.set(new ExecType(ExecType.FILL));
        report.set(new OrdStatus(OrdStatus.FILLED));
        report.set(new Symbol(PublishedOrder.SYMBOL));
        report.set(new Side(PublishedOrder.BUY));
        report.set(new LeavesQty(0));
        report.set(new CumQty(PublishedOrder.QUANTITY));
        report.set(new AvgPx(PublishedOrder.PRICE));
        return report;
    }

    private static NewOrderSingle newOrder(long startNanos) {
        NewOrderSingle order = new NewOrderSingle(
                new ClOrdID(Long.toString(startNanos)),
                new HandlInst(PublishedOrder.HANDLING),
                new Symbol(PublishedOrder.SYMBOL),
                new Side(PublishedOrder.BUY),
                new TransactTime(now()),
                new OrdType(PublishedOrder.LIMIT));
        return withConstantFields(order);
    }

    private static NewOrderSingle withConstantFields(NewOrderSingle order) {
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

    private static ExecutionReport newReport(NewOrderSingle order, long execution) throws FieldNotFound {
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
