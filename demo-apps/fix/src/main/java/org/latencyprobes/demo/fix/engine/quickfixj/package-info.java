/** QuickFIX/J: as fast as it is, as it was published, and in the steps between. */
package org.latencyprobes.demo.fix.engine.quickfixj;
