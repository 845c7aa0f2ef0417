import type { Json } from '@skein/kernel';
import type { Colour, Paint } from '../output/paint.ts';
import { visibleLine } from '../output/visible-text.ts';
import { formatDuration } from './format-duration.ts';
import type { ItemKind, ProgressItem } from './progress-item.ts';

const looks: { readonly [kind in ItemKind]: { symbol: string; colour: Colour; word: string } } = {
  started: { symbol: '▶', colour: 'cyan', word: 'started' },
  token: { symbol: ' ', colour: 'dim', word: '' },
  item: { symbol: '·', colour: 'dim', word: '' },
  asking: { symbol: '·', colour: 'dim', word: 'wants' },
  warning: { symbol: '!', colour: 'yellow', word: 'warning:' },
  called: { symbol: '·', colour: 'cyan', word: 'called' },
  logged: { symbol: '·', colour: 'dim', word: 'wrote' },
  'call-failed': { symbol: '·', colour: 'yellow', word: 'failed to call' },
  delegated: { symbol: '↳', colour: 'cyan', word: 'asks' },
  returned: { symbol: '↰', colour: 'cyan', word: 'got the answer of' },
  waiting: { symbol: '◆', colour: 'yellow', word: 'waits for' },
  answered: { symbol: '✔', colour: 'green', word: 'was answered' },
  retrying: { symbol: '↻', colour: 'yellow', word: 'retries:' },
  pending: { symbol: '…', colour: 'yellow', word: 'is pending:' },
  completed: { symbol: '✔', colour: 'green', word: 'completed' },
  failed: { symbol: '✖', colour: 'red', word: 'failed' },
  cancelled: { symbol: '–', colour: 'dim', word: 'cancelled' },
  skipped: { symbol: '–', colour: 'dim', word: 'skipped:' },
  limit: { symbol: '■', colour: 'red', word: 'limit reached:' },
};

const detailMax = 300;
const valueMax = 60;

/** One line about an item, without its line break. */
export function formatItem(item: ProgressItem, paint: Paint): string {
  const { kind, tookMs, detail, value } = item;
  const { symbol, colour, word } = looks[kind];
  const state = tookMs === undefined ? word : `${word} in ${formatDuration(tookMs)}`;
  const parts = [
    paint(colour, symbol),
    nameOf(item),
    ...(state === '' ? [] : [paint(colour, state)]),
    ...(detail === undefined ? [] : [visibleLine(detail, detailMax)]),
    ...(value === undefined ? [] : ['', paint('dim', preview(value))]),
  ];
  return parts.join(' ');
}

export function nameOf({ node, activation }: Pick<ProgressItem, 'node' | 'activation'>): string {
  const name = node === '' ? 'the run' : visibleLine(node, valueMax);
  return activation > 1 ? `${name} #${activation}` : name;
}

function preview(value: Json): string {
  if (typeof value === 'string')
    return visibleLine(JSON.stringify(value.slice(0, valueMax * 2)), valueMax);
  if (Array.isArray(value)) return `[${value.length === 1 ? '1 item' : `${value.length} items`}]`;
  if (typeof value === 'object' && value !== null) {
    return visibleLine(`{ ${Object.keys(value).slice(0, 20).join(', ')} }`, valueMax);
  }
  return String(value);
}
