/** The words of a timed call that everything else uses. */
package org.latencyprobes.call;
