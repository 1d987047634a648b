// The script of a report page: tables that sort, filter and are copied, series to show and hide, data to save.
// It adds what only it can do, so that a page without it has no dead buttons. It makes no request.
(() => {
  const button = (text, act) => {
    const made = make("button", {type: "button"}, text);
    made.addEventListener("click", act);
    return made;
  };
  const main = document.querySelector("main");
  const status = make("p", {});
  status.setAttribute("role", "status");
  main.append(status);
  const say = text => { status.textContent = text; };

  const copy = text => {
    const select = () => {
      const area = make("textarea", {value: text});
      main.append(area);
      area.select();
      const isDone = document.execCommand("copy");
      area.remove();
      return isDone;
    };
    const done = () => say("copied");
    const other = () => say(select() ? "copied" : "the browser does not allow to copy");
    if (navigator.clipboard) {
      navigator.clipboard.writeText(text).then(done, other);
    } else {
      other();
    }
  };

  const save = (name, type, text) => {
    const url = URL.createObjectURL(new Blob([text], {type}));
    make("a", {href: url, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    say("saved: " + name);
  };

  // ---- tables

  const UNITS = {ns: 1, "µs": 1e3, ms: 1e6, s: 1e9};
  const NUMBER = /^\s*[~≈≤≥<>]*\s*([−-]?)([\d,]*\.?\d+)\s*(ns|µs|ms|s|%)?(?![\w.:-])/;
  const number = text => {
    const found = NUMBER.exec(text);
    return found ? Number(found[2].replace(/,/g, "")) * (UNITS[found[3]] || 1) * (found[1] ? -1 : 1) : null;
  };
  const compare = (one, other) => one.number === null || other.number === null
    ? one.text.localeCompare(other.text)
    : one.number - other.number;
  const sort = (table, column, isDescending) => {
    const rows = [...table.tBodies[0].rows].map((row, index) => {
      const text = row.cells[column].textContent;
      return {row, index, text, number: number(text)};
    });
    rows.sort((one, other) => // what is empty or no number is last, whatever the direction
      (one.text === "") - (other.text === "")
      || (one.number === null) - (other.number === null)
      || (isDescending ? compare(other, one) : compare(one, other))
      || one.index - other.index);
    table.tBodies[0].append(...rows.map(each => each.row));
  };
  const sortable = table => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const text = head.textContent;
      head.replaceChildren(button(text, () => {
        const isFigure = [...table.tBodies[0].rows].some(row => number(row.cells[column].textContent) !== null);
        const before = head.getAttribute("aria-sort");
        const isDescending = before === null ? isFigure : before === "ascending";
        heads.forEach(each => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
        sort(table, column, isDescending);
        say("sorted by " + text + (isDescending ? ", the largest first" : ", the smallest first"));
      }));
    });
  };
  const filter = (table, caption) => {
    const rows = [...table.tBodies[0].rows];
    const field = make("input", {type: "search"});
    field.addEventListener("input", () => {
      const wanted = field.value.toLowerCase();
      rows.forEach(row => { row.hidden = !row.textContent.toLowerCase().includes(wanted); });
      say(rows.filter(row => !row.hidden).length + " of " + rows.length + " rows");
    });
    field.setAttribute("aria-label", "Filter: " + caption);
    return make("label", {}, "Filter ", field);
  };
  const textOf = table => {
    const rows = [...table.rows].filter(row => !row.hidden)
      .map(row => [...row.cells].map(cell => cell.textContent));
    const isLeft = [...table.tHead.rows[0].cells].map(cell => cell.classList.contains("left"));
    const widths = isLeft.map((left, column) => Math.max(...rows.map(row => row[column].length)));
    const line = row => row.map((cell, column) =>
      isLeft[column] ? cell.padEnd(widths[column]) : cell.padStart(widths[column])).join("  ").trimEnd();
    return table.caption.textContent + "\n" + rows.map(line).join("\n") + "\n";
  };
  document.querySelectorAll("main table").forEach(table => {
    const rows = table.tBodies[0].rows.length;
    const caption = table.caption.textContent;
    if (rows > 1) {
      sortable(table);
    }
    const tools = make("div", {className: "tools"});
    if (rows > 6) {
      tools.append(filter(table, caption));
    }
    const copies = button("Copy as text", () => copy(textOf(table)));
    copies.setAttribute("aria-label", "Copy as text: " + caption);
    tools.append(copies);
    table.parentElement.before(tools);
  });
  document.querySelectorAll("main details pre").forEach(text => {
    const copies = button("Copy as text", () => copy(text.textContent));
    text.parentElement.before(make("div", {className: "tools"}, copies));
  });

  document.querySelectorAll("main figure:has(.dots)").forEach(tellDots);

  // ---- pictures whose series are shown and hidden

  document.querySelectorAll("fieldset.switches").forEach(switches => {
    const labels = [...switches.querySelectorAll("label")];
    const seen = () => labels.filter(label => !label.hidden);
    const set = (some, isShown) => some.forEach(label => { label.querySelector("input").checked = isShown; });
    const tools = make("div", {className: "tools"});
    if (labels.length > 8) {
      const field = make("input", {type: "search"});
      field.addEventListener("input", () => {
        const wanted = field.value.toLowerCase();
        labels.forEach(label => { label.hidden = !label.textContent.toLowerCase().includes(wanted); });
        say(seen().length + " of " + labels.length + " lines in the list");
      });
      tools.append(make("label", {}, "Find ", field));
    }
    if (labels.length > 2) {
      tools.append(
        button("Show only these", () => { set(labels, false); set(seen(), true); }),
        button("Show these", () => set(seen(), true)),
        button("Hide these", () => set(seen(), false)));
      switches.querySelector("legend").after(tools);
    }
  });

  // ---- data to take away

  // HdrHistogram's V2 encoding: a head of 40 bytes, then counts as ZigZag LEB128, in which negative numbers skip empty buckets.
  const decode = async base64 => {
    const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0));
    const packed = new Blob([bytes.slice(8)]).stream().pipeThrough(new DecompressionStream("deflate"));
    const view = new DataView(await new Response(packed).arrayBuffer());
    const end = 40 + view.getInt32(4);
    const unit = Math.floor(Math.log2(Number(view.getBigInt64(16))));
    const half = Math.max(1, Math.ceil(Math.log2(2 * Math.pow(10, view.getInt32(12))))) - 1;
    const buckets = [];
    let index = 0;
    for (let at = 40; at < end;) {
      let raw = 0n;
      let read = 0;
      let byte;
      do {
        byte = view.getUint8(at++);
        raw |= BigInt(read === 8 ? byte : byte & 127) << BigInt(7 * read++);
      } while (byte > 127 && read < 9);
      const count = Number(raw & 1n ? -(raw >> 1n) - 1n : raw >> 1n);
      if (count < 0) {
        index -= count;
      } else {
        const bucket = Math.max(0, Math.floor(index / (1 << half)) - 1);
        const sub = index - bucket * (1 << half);
        const size = Math.pow(2, bucket + unit);
        if (count > 0) {
          buckets.push({from: sub * size, size, count});
        }
        index++;
      }
    }
    return {buckets, unit, half, highest: Number(view.getBigInt64(24))};
  };
  const width = (text, columns) => String(text).padStart(columns);
  const hgrm = histogram => {
    const total = histogram.buckets.reduce((sum, each) => sum + each.count, 0);
    const middle = each => each.from + Math.floor(each.size / 2);
    const lines = [width("Value", 12) + " " + width("Percentile", 14) + " " + width("TotalCount", 10) + " "
      + width("1/(1-Percentile)", 14) + "\n"];
    let level = 0;
    let reached = 0;
    const line = (each, percentile) => lines.push(width(((each.from + each.size - 1) / 1e3).toFixed(3), 12) + " "
      + (percentile / 100).toFixed(12) + " " + width(reached, 10)
      + (percentile === 100 ? "" : " " + width((1 / (1 - percentile / 100)).toFixed(2), 14)));
    histogram.buckets.forEach(each => {
      reached += each.count;
      while (reached > 0 && 100 * reached / total >= level) {
        const last = level;
        line(each, last);
        level += 100 / (5 * Math.pow(2, Math.floor(Math.log(100 / (100 - last)) / Math.log(2)) + 1));
        if (reached === total) {
          break;
        }
      }
    });
    const last = histogram.buckets[histogram.buckets.length - 1];
    line(last, 100);
    const mean = histogram.buckets.reduce((sum, each) => sum + middle(each) * each.count, 0) / total;
    const variance = histogram.buckets
      .reduce((sum, each) => sum + Math.pow(middle(each) - mean, 2) * each.count, 0) / total;
    const subBuckets = Math.pow(2, histogram.half + 1);
    let all = 1;
    for (let most = subBuckets * Math.pow(2, histogram.unit); most <= histogram.highest; most *= 2) {
      all++;
    }
    const foot = (one, first, other, second) => "#[" + one + "= " + width(first, 12) + ", " + other + "= " + width(second, 12) + "]";
    lines.push(
      foot("Mean    ", (mean / 1e3).toFixed(3), "StdDeviation   ", (Math.sqrt(variance) / 1e3).toFixed(3)),
      foot("Max     ", ((last.from + last.size - 1) / 1e3).toFixed(3), "Total count    ", total),
      foot("Buckets ", all, "SubBuckets     ", subBuckets));
    return lines.join("\n") + "\n";
  };
  const place = document.getElementById("take");
  const element = document.getElementById("data");
  if (place !== null) {
    const held = JSON.parse(element.textContent);
    const choice = make("select", {});
    held.histograms.forEach((each, index) => choice.append(make("option", {value: index}, each.name)));
    const saveHgrm = () => {
      const each = held.histograms[choice.value];
      const name = each.name.replace(/[^\w.-]+/g, "-") + ".hgrm";
      decode(each.histogram).then(
        histogram => save(name, "text/plain", hgrm(histogram)),
        problem => say("this browser cannot read the histogram: " + problem));
    };
    const tools = make("div", {className: "tools"});
    if (held.histograms.length > 0) {
      tools.append(make("label", {}, "Recording ", choice), button("Save .hgrm", saveHgrm));
    }
    tools.append(button("Save all data as JSON", () => save("report.json", "application/json", element.textContent)));
    place.append(tools);
  }
})();
