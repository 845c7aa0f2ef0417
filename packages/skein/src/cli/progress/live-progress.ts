// Live progress
// Lines of what is over scroll by; below them stand the activations at work, redrawn in place.
//
// L1. Everything of one frame is one write, so nothing flickers and no frame is torn by other output.
// L2. The lines at work are cut by the terminal, never wrapped: moving up must land on the first of them.
import process from 'node:process';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import { formatDuration } from './format-duration.ts';
import { formatItem, nameOf } from './format-item.ts';
import { isLast, type IsWritten, type ProgressItem } from './progress-item.ts';
import { progressItems } from './progress-items.ts';
import type { Progress } from './progress.ts';

const frameMs = 80;
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const linesMax = 10;
/** What is kept of a streamed text. */
const tailMax = 400;

interface AtWork {
  readonly item: ProgressItem;
  /** The newest of the text that it streams, or what it says about itself. */
  tail: string;
}

export function liveProgress(terminal: Terminal, isWritten: IsWritten): Progress {
  const read = progressItems(isWritten);
  const atWork = new Map<string, AtWork>();
  let finished = '';
  let drawnLines = 0;
  let frame = 0;
  let timer: NodeJS.Timeout | null = null;

  const draw = (isLastFrame: boolean) => {
    const lines = isLastFrame ? [] : workLines(atWork, terminal, frame);
    const erase = drawnLines === 0 ? '' : `\u001b[${drawnLines}A\r\u001b[J`;
    if (erase === '' && finished === '' && lines.length === 0) return;
    // Lines that wrap would take more room than is erased.
    const region = lines.length === 0 ? '' : `\u001b[?7l${lines.join('\n')}\n\u001b[?7h`;
    terminal.note(`${erase}${finished}${region}`);
    finished = '';
    drawnLines = lines.length;
    frame += 1;
  };
  const schedule = () => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      draw(false);
      if (atWork.size > 0) schedule();
    }, frameMs);
  };
  const settle = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    draw(true);
  };
  return {
    update(update) {
      for (const item of read(update)) finished += note(atWork, item, terminal);
      schedule();
    },
    pause: settle,
    close: settle,
  };
}

/** Keeps track of the activations at work; returns the lines that stay on the screen. */
function note(atWork: Map<string, AtWork>, item: ProgressItem, { paint }: Terminal): string {
  const { kind, key, detail = '' } = item;
  if (kind === 'started') {
    atWork.set(key, { item, tail: '' });
    return '';
  }
  const entry = atWork.get(key);
  if (kind === 'token' || kind === 'item') {
    if (entry !== undefined)
      entry.tail = kind === 'item' ? detail : `${entry.tail}${detail}`.slice(-tailMax);
    return '';
  }
  // A new model call begins: what was streamed before it is over.
  if (entry !== undefined) entry.tail = '';
  if (isLast(item) || kind === 'waiting') atWork.delete(key);
  return `${formatItem(item, paint)}\n`;
}

function workLines(
  atWork: ReadonlyMap<string, AtWork>,
  { paint }: Terminal,
  frame: number,
): readonly string[] {
  const columns = process.stderr.columns || 80;
  const sign = paint('cyan', spinner[frame % spinner.length] ?? '');
  const shown = [...atWork.values()].slice(0, linesMax).map(({ item, tail }) => {
    const head = `${nameOf(item)} ${formatDuration(Math.max(0, Date.now() - item.at))}`;
    const room = Math.max(10, columns - head.length - 6);
    const text = Array.from(visibleLine(tail)).slice(-room).join('');
    return `${sign} ${head}  ${paint('dim', text)}`;
  });
  const left = atWork.size - shown.length;
  return left > 0 ? [...shown, paint('dim', `  … and ${left} more`)] : shown;
}
