/** QuickFIX/J, with and without its validation by data dictionary. */
package org.latencyprobes.demo.fix.engine.quickfixj;
