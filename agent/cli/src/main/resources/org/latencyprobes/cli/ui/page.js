// The page of the command ui: what its server sends is shown as text.
import {$, ask, element, link, page, readLink, rows, view, WINDOWS, writeLink} from './view.js';
import {filterBy, showColumns, showRows, startTable} from './table.js';
import {showControl, showProbe, startControl} from './probe.js';

const PERCENTILES = ['p50', 'p90', 'p99', 'p99.9', 'p99.99'].map(name => [name, name]);
let stream = new AbortController();
let isPaused = false;
let isDrawing = false;

// A screen reader reads this out, so it is written when it is another text alone.
function say(text, isLost) {
  if ($('connection').textContent !== text) {
    $('connection').textContent = text;
    $('connection').className = isLost ? 'lost' : '';
  }
}

// Server-sent events, read by fetch, since an EventSource sends no token.
async function listen() {
  for (;;) {
    stream = new AbortController();
    const fault = await read();
    if (fault === null) {
      say('This page needs the link that the command printed, with its token.', true);
      return;
    }
    if (!stream.signal.aborted) {
      say(fault, true);
      await new Promise(done => setTimeout(done, 1000));
    }
  }
}

async function read() {
  try {
    const answer = await ask('/events?window=' + encodeURIComponent(view.window), {signal: stream.signal});
    if (answer.ok) {
      rows.clear();
      await readEvents(answer.body);
    } else if (answer.status === 401) {
      return null;
    } else {
      return await answer.text();
    }
  } catch (lost) {
    return 'The command does not answer; trying again.';
  }
  return 'The command has ended the connection; trying again.';
}

async function readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let parts = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    if (part.value.includes('\n')) {
      const events = parts.join('').split('\n\n');
      parts = [events.pop()];
      events.forEach(take);
    }
  }
}

function take(event) {
  const [name, data] = event.split('\n').map(line => line.slice(line.indexOf(': ') + 2));
  const message = JSON.parse(data);
  if (name === 'page') {
    Object.assign(page, message);
  } else {
    message.gone.forEach(key => rows.delete(key));
    message.rows.forEach(row => rows.set(row.key, row));
    page.at = message.at;
    say('Connected');
    draw();
  }
}

function draw() {
  if (!isPaused && !isDrawing) {
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      showPage();
      showRows();
      showProbe();
    });
  }
}

function showPage() {
  $('jvms').replaceChildren(...page.jvms.map(jvm => {
    const item = element('li', '', {class: jvm.state});
    item.append(element('strong', jvm.name), element('span', jvm.remark));
    return item;
  }));
  document.title = page.jvms.map(jvm => jvm.name).join(', ') + ' – Latency Probes';
  showControl();
  showColumns();
}

function fillChoice(id, choices, changed) {
  const box = $(id);
  box.replaceChildren(...choices.map(([value, text]) => element('option', text, {value})));
  if (!choices.some(([value]) => value === view[id])) {
    view[id] = choices[1][0];
  }
  box.value = view[id];
  box.onchange = () => {
    view[id] = box.value;
    writeLink();
    changed();
  };
}

function start() {
  readLink();
  startTable(showProbe);
  startControl();
  fillChoice('window', WINDOWS, () => stream.abort());
  fillChoice('percentile', PERCENTILES, () => {
    view.sort = view.percentile;
    view.up = '';
    writeLink();
    showColumns();
    showRows();
  });
  $('filter').value = view.filter;
  $('filter').oninput = () => filterBy($('filter').value);
  $('pause').onclick = () => {
    isPaused = !isPaused;
    $('pause').setAttribute('aria-pressed', isPaused);
    draw();
  };
  $('link').onclick = () => navigator.clipboard.writeText(location.origin + '/' + link(true)).then(
    () => { $('answer').textContent = 'Copied: a link to this view, with its token.'; },
    () => { $('answer').textContent = 'The browser does not allow it; copy the address.'; });
  addEventListener('hashchange', () => location.reload());
  listen();
}

start();
