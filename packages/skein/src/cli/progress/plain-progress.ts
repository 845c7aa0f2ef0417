import { createPaint } from '../output/paint.ts';
import type { Terminal } from '../output/terminal.ts';
import { formatItem } from './format-item.ts';
import { isLast, type IsWritten, type ProgressItem } from './progress-item.ts';
import { progressItems } from './progress-items.ts';
import type { Progress } from './progress.ts';

/** A write costs more than a line: they are collected up to this many characters. */
const bufferMax = 16_384;

/** One line per item, for logs and pipes. */
export function plainProgress({ note }: Terminal, isWritten: IsWritten): Progress {
  const read = progressItems(isWritten);
  const paint = createPaint(false);
  let buffer = '';
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    if (buffer !== '') note(buffer);
    buffer = '';
  };
  return {
    update(update) {
      const items = read(update).filter(({ kind }) => kind !== 'token');
      const over = new Set(items.filter(isSettled).map(({ key }) => key));
      for (const item of items) {
        // What begins and ends or waits at once needs one line only.
        if (item.kind === 'started' && over.has(item.key)) continue;
        buffer += `${formatItem(item, paint)}\n`;
      }
      if (buffer.length > bufferMax) flush();
      else if (buffer !== '' && !isScheduled) {
        isScheduled = true;
        setImmediate(flush);
      }
    },
    pause: flush,
    close: flush,
  };
}

function isSettled(item: ProgressItem): boolean {
  return isLast(item) || item.kind === 'waiting';
}
