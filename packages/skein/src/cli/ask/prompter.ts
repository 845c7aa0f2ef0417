// The prompt
// One reader of lines for the whole command: what is typed or pasted ahead is kept for the next question.
import process from 'node:process';
import type { Interface } from 'node:readline';
import type { Terminal } from '../output/terminal.ts';

export interface Prompter {
  /** The next line, without its line break; null when nobody answers any more or the signal aborts. */
  ask(question: string, signal: AbortSignal): Promise<string | null>;
  /** Whether the input has ended (Ctrl-D). */
  readonly isClosed: boolean;
  close(): void;
}

export function createPrompter(options: {
  readonly terminal: Terminal;
  /** Ends every question. */
  readonly signal: AbortSignal;
  /** Called for Ctrl-C, which a terminal in raw mode does not send as a signal. */
  readonly interrupt: () => void;
}): Prompter {
  const { signal: ended, interrupt } = options;
  const typedAhead: string[] = [];
  let reader: Interface | null = null;
  let isClosed = false;
  let answer: ((line: string | null) => void) | null = null;

  const settle = (line: string | null) => {
    const waiting = answer;
    answer = null;
    if (waiting !== null) waiting(line);
    else if (line !== null) typedAhead.push(line);
  };
  const open = (): Interface => {
    // Most commands ask nothing, and need nothing of what reads lines.
    const { createInterface } = process.getBuiltinModule('node:readline');
    const opened = createInterface({ input: process.stdin, output: process.stderr });
    opened.on('line', settle);
    opened.on('SIGINT', interrupt);
    opened.on('close', () => {
      isClosed = true;
      settle(null);
    });
    return opened;
  };
  return {
    get isClosed() {
      return isClosed;
    },
    async ask(question, signal) {
      if (isClosed || ended.aborted || signal.aborted) return null;
      reader ??= open();
      const next = typedAhead.shift();
      if (next !== undefined) {
        options.terminal.note(`${question}${next}\n`);
        return next;
      }
      const stop = () => settle(null);
      for (const each of [ended, signal]) each.addEventListener('abort', stop, { once: true });
      const line = await new Promise<string | null>((resolve) => {
        answer = resolve;
        reader?.setPrompt(question);
        reader?.prompt();
      });
      for (const each of [ended, signal]) each.removeEventListener('abort', stop);
      if (line === null) options.terminal.note('\n');
      return line;
    },
    close() {
      isClosed = true;
      reader?.close();
    },
  };
}
