// The table of probes. Only what changed is written, and no more than some rows: a thousand probes cost what a hundred do.
import {$, element, isChosen, NAME, page, rows, view, WINDOWS, writeLink} from './view.js';

const STEP = 100;
const ALWAYS = ['p50', 'p99', 'p99.9'];
let most = STEP;
let columns = [];
let shownColumns = '';
let chosen = () => {};
let isPointed = false;
let order = [];

export function startTable(onChosen) {
  chosen = onChosen;
  $('more').onclick = () => {
    most += STEP;
    showRows();
  };
  $('rows').onpointerenter = () => { isPointed = true; };
  $('rows').onpointerleave = () => { isPointed = false; };
}

// Headings and rows stay as they are, with the focus, as long as the columns are the same.
export function showColumns() {
  columns = page.columns
    .map((column, at) => ({...column, at}))
    .filter(column => !/^p\d/.test(column.name) || ALWAYS.includes(column.name) || column.name === view.percentile)
    .filter(column => column.name !== 'jvm' || page.jvms.length > 1);
  const names = JSON.stringify(columns);
  if (names !== shownColumns) {
    shownColumns = names;
    $('columns').replaceChildren(...columns.map(newHead));
    $('rows').replaceChildren();
  }
  columns.forEach((column, i) => {
    const head = $('columns').children[i];
    if (view.sort === column.name) {
      head.setAttribute('aria-sort', view.up ? 'ascending' : 'descending');
    } else {
      head.removeAttribute('aria-sort');
    }
  });
}

function newHead(column) {
  const head = element('th', '', {scope: 'col', class: column.type === 'text' ? 'left' : 'right'});
  const button = element('button', column.label, {type: 'button', title: column.title});
  button.onclick = () => sortBy(column);
  head.append(button);
  return head;
}

function sortBy(column) {
  const isUp = view.sort === column.name ? !view.up : column.type === 'text';
  view.up = isUp ? 'true' : '';
  view.sort = column.name;
  writeLink();
  showColumns();
  showRows();
}

export function filterBy(text) {
  view.filter = text;
  most = STEP;
  writeLink();
  showRows();
}

// By the chosen column; while the pointer is on the table, rows stay where they are.
function ordered() {
  const words = view.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const jvm = page.jvms.length > 1 ? page.columns.findIndex(column => column.name === 'jvm') : -1;
  const text = row => jvm < 0 ? row.find : row.find + ' ' + row.values[jvm];
  const wanted = [...rows.values()].filter(row => words.every(word => text(row).includes(word)));
  const at = page.columns.findIndex(column => column.name === view.sort);
  const sign = view.up ? 1 : -1;
  const compare = (one, other) => {
    if (one === other) {
      return 0;
    }
    return one === null ? 1 : other === null ? -1 : one < other ? -sign : sign;
  };
  const places = new Map(isPointed ? order.map((key, place) => [key, place]) : []);
  const place = row => places.get(row.key) ?? places.size;
  wanted.sort((one, other) => place(one) - place(other)
    || (one.kind === 'jitter') - (other.kind === 'jitter')
    || compare(one.values[at], other.values[at])
    || (one.key < other.key ? -1 : 1));
  order = wanted.map(row => row.key);
  return wanted;
}

export function showRows() {
  const wanted = ordered();
  const body = $('rows');
  const old = new Map([...body.children].map(line => [line.dataset.key, line]));
  let next = body.firstElementChild;
  for (const row of wanted.slice(0, most)) {
    const line = old.get(row.key) || newLine(row);
    old.delete(row.key);
    if (line === next) {
      next = next.nextElementSibling;
    } else {
      body.insertBefore(line, next);
    }
    fill(line, row);
  }
  old.forEach(line => line.remove());
  const more = wanted.length - most;
  $('more').hidden = more <= 0;
  $('more').textContent = 'Show ' + Math.max(0, Math.min(more, STEP)) + ' more';
  $('caption').textContent = Math.min(wanted.length, most) + ' of ' + rows.size + ' rows, '
    + times();
  $('clock').textContent = page.at ? 'As of ' + page.at : '';
  if (!view.probe && wanted.length) {
    choose(wanted[0]);
  }
}

// Logs have the figures of all their time, whatever the window.
function times() {
  const time = WINDOWS.find(([name]) => name === view.window)[1];
  const logs = page.jvms.filter(jvm => jvm.state === 'finished').length;
  const isMixed = logs && logs < page.jvms.length;
  return isMixed ? time + '; all time of the logs' : logs ? 'all time of the logs' : time;
}

function newLine(row) {
  const line = element('tr', '', {'data-key': row.key});
  columns.forEach((column, i) => {
    const cell = element(i === 0 ? 'th' : 'td', '', {class: column.type === 'text' ? 'left' : 'right'});
    if (i === 0) {
      cell.scope = 'row';
      const button = element('button', '', {type: 'button'});
      button.onclick = () => choose(row);
      cell.append(button);
    }
    line.append(cell);
  });
  return line;
}

function fill(line, row) {
  columns.forEach((column, i) => {
    const cell = i === 0 ? line.children[0].firstElementChild : line.children[i];
    const text = row.texts[column.at];
    if (cell.textContent !== text) {
      cell.textContent = text;
    }
  });
  line.classList.toggle('chosen', isChosen(row));
  line.children[0].firstElementChild.setAttribute('aria-pressed', isChosen(row));
}

function choose(row) {
  NAME.forEach(part => { view[part] = row[part]; });
  writeLink();
  showRows();
  chosen();
}
