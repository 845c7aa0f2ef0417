// Rows of a journal as a chain writes them, and a folder on disk for them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { RunEvent } from '@skein/kernel';

export function rowAt(seq: number): RunEvent {
  return {
    type: 'node.completed',
    seq,
    at: 1_790_000_000_000 + seq,
    id: `019a8c2e-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    node: `step-${seq}`,
    activation: 1,
    value: { count: seq },
  } as unknown as RunEvent;
}

/** A new file in a folder that is removed when the process ends. */
export function benchFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'bench.db');
}
