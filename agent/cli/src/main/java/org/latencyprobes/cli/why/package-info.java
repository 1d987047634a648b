/** Why calls were slow: each slow call's time, split by causes, and what is said of it as text and as a page. */
package org.latencyprobes.cli.why;
