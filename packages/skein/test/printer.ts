// A printer that real processes use, and the ledger of what they did: all of them write to one file, also those that are killed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderWith } from './spawn-skein.ts';

const functions = `
import { appendFileSync, existsSync } from 'node:fs';
import process from 'node:process';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const note = (what, run) =>
  appendFileSync('ledger.txt', JSON.stringify({ what, run, pid: process.pid, at: Date.now() }) + '\\n');
export const functions = {
  print: async ({ gate }, io, { run }) => {
    note('enter', run);
    do await sleep(30); while (gate && !existsSync(gate));
    note('leave', run);
    return gate;
  },
};
`;

/** Ends at once, or where the input names a gate, when that is opened. */
export const print = { name: 'print', args: { gate: '${trigger.gate|}' } };

export const printing = {
  skein: 1,
  id: 'printing',
  nodes: [
    {
      id: 'print',
      type: 'function',
      config: print,
      mutex: 'printer ${trigger.printer}',
      priority: '${trigger.rank|0}',
    },
  ],
};

interface Entry {
  readonly what: 'enter' | 'leave';
  readonly run: string;
  readonly pid: number;
  readonly at: number;
}

interface Call {
  readonly run: string;
  readonly pid: number;
  readonly from: number;
  readonly to: number;
}

export interface Printer {
  readonly folder: string;
  entries(): readonly Entry[];
  hasEntered(run: string): boolean;
  /** What waits for it ends. */
  open(gate: string): void;
  /** From when to when each call really worked, in order: until it left, or its process stopped. */
  calls(runs: readonly string[], stopped: ReadonlyMap<number, number>): readonly Call[];
  remove(): void;
}

export function printer(): Printer {
  const { folder, remove } = folderWith({
    'functions.mjs': functions,
    'skein.config.json': { functions: ['./functions.mjs'] },
    'ledger.txt': '',
  });
  const entries = (): readonly Entry[] =>
    readFileSync(path.join(folder, 'ledger.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return {
    folder,
    entries,
    hasEntered: (run) => entries().some((entry) => entry.run === run && entry.what === 'enter'),
    open: (gate) => writeFileSync(path.join(folder, gate), ''),
    calls(runs, stopped) {
      const own = entries().filter(({ run }) => runs.includes(run));
      const entered = own.filter(({ what }) => what === 'enter');
      const calls = entered.map(({ run, pid, at: from }) => {
        const isEnd = (entry: Entry) =>
          entry.what === 'leave' && entry.run === run && entry.pid === pid && entry.at >= from;
        const left = own.find(isEnd)?.at ?? Infinity;
        return { run, pid, from, to: Math.min(left, stopped.get(pid) ?? Infinity) };
      });
      return calls.toSorted((a, b) => a.from - b.from);
    },
    remove,
  };
}

/** Until it holds; the common time limit of tests ends it. */
export async function until<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean = Boolean,
): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
