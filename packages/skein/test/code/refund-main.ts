// `node refund-main.ts LIBRARY STORE LEDGER [TOOL WHEN]`: runs the refund to its end, or goes on with it, and answers what people are asked. Each
// effect is a line in the ledger; with TOOL the process kills itself at that call, before or after its effect.
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type * as skein from 'skein';
import type { Json } from 'skein';
import { refundFlow } from './refund-flow.ts';

const [library = '', store = '', ledger = '', deadly, when] = process.argv.slice(2);
// The library, from wherever it is.
const { createEngine } = (await import(library)) as typeof skein;

function tool(name: string, effect: 'pure' | 'idempotent' | 'guarded') {
  const die = (at: string) =>
    name === deadly && at === when && process.kill(process.pid, 'SIGKILL');
  return {
    description: name,
    parameters: { type: 'object' },
    effect,
    run: async (args: unknown, { idempotencyKey }: { readonly idempotencyKey: string }) => {
      die('before');
      appendFileSync(ledger, `${JSON.stringify({ name, key: idempotencyKey, args })}\n`);
      die('after');
      // Longer than a thread is kept for calls.
      await new Promise((resolve) => setTimeout(resolve, name === 'reserve' ? 200 : 0));
      return `${name} done`;
    },
  };
}

const engine = await createEngine({
  store,
  tools: {
    look: tool('look', 'pure'),
    reserve: tool('reserve', 'idempotent'),
    pay: tool('pay', 'guarded'),
  },
});
const start = { input: { order: 7 }, idempotencyKey: 'once' };
const { id } = await engine.runs.start(refundFlow, start);
for (;;) {
  const { status } = await engine.runs.settled(id);
  if (status !== 'waiting') break;
  for (const wait of (await engine.waits.list({ run: id })).items)
    await engine.waits.answer(wait.id, answerTo(wait.question.kind));
}
const { status, output } = await engine.runs.get(id);
const steps = (await engine.runs.journal(id)).flatMap((row) =>
  row.type === 'step.recorded' ? [row.key] : [],
);
process.stdout.write(JSON.stringify({ status, output, steps }));
await engine.close();

/** Whoever is asked whether it was paid looks at the ledger. */
function answerTo(kind: string | undefined): Json {
  if (kind !== 'outcome') return 'approve';
  const isPaid = readFileSync(ledger, 'utf8').includes('"name":"pay"');
  return isPaid ? { action: 'result', result: 'pay done' } : { action: 'retry' };
}
