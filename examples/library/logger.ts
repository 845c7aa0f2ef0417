// What a program hears of its engine: a log in its own logger, and a call after each step.
import assert from 'node:assert/strict';
import pino from 'pino';
import { createEngine } from 'skein';

const lines: { readonly msg: string }[] = [];
const log = { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) };
const seconds = new Map<string, number>();

// #region logger
const engine = await createEngine({
  functions: { 'shop.price': (args) => (args === 'tea' ? 4 : 40) },
  logger: pino({ level: 'debug' }, log),
  onStep({ node, status, durationMs, usage, error }) {
    seconds.set(`${node} ${status}`, durationMs / 1000);
    if (error !== undefined) console.error(`${node}: ${error.code}`, usage);
  },
});
// #endregion

const run = await engine.runs.start({
  skein: 1,
  id: 'order',
  nodes: [{ id: 'price', type: 'function', config: { name: 'shop.price', args: 'tea' } }],
});
await engine.runs.finished(run.id);
await engine.close();

assert.deepEqual([...seconds.keys()], ['price completed']);
assert.ok(lines.some(({ msg }) => msg === 'A run has ended.'));
console.log(lines.map(({ msg }) => msg));
