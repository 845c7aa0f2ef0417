// Goal: whenever a reader opens the stream of a run, the text that it shows is what was said so far, and in the end what is
// recorded.
import type { RunUpdate } from '@skein/engine';
import type { NodeIo } from '@skein/ports';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** What a reader shows, by node, activation and step. */
class Reader {
  readonly shown = new Map<string, string>();
  /** Texts that were shown when their step was recorded, and what was recorded. */
  readonly ends: (readonly [string, string])[] = [];

  take(update: RunUpdate): void {
    if (update.type === 'transient') {
      const { node, activation, data } = update;
      const { step, at, text } = data as { step: string; at: number; text: string };
      const key = `${node} ${activation} ${step}`;
      const before = this.shown.get(key) ?? '';
      if (at > before.length) throw new Error(`Something is missing before ${at}.`);
      this.shown.set(key, before.slice(0, at) + text);
      return;
    }
    const { event } = update;
    if (event.type === 'step.recorded') {
      const key = `${event.node} ${event.activation} ${event.key}`;
      const shown = this.shown.get(key);
      if (shown !== undefined) this.ends.push([shown, event.value as string]);
      this.shown.delete(key);
    }
    if (event.type !== 'attempt.failed' && event.type !== 'node.completed') return;
    for (const key of this.shown.keys()) {
      if (key.startsWith(`${event.node} ${event.activation} `)) this.shown.delete(key);
    }
  }
}

const pass = (turns: number) =>
  new Promise<void>((resolve) => {
    const next = (left: number) => (left === 0 ? resolve() : setImmediate(() => next(left - 1)));
    next(turns);
  });

/** Streams a text in pieces, as the step of a model call does. */
function say(io: NodeIo, pieces: readonly string[], pause: () => Promise<void>): Promise<string> {
  return io.step('model', async (step) => {
    for (const text of pieces) {
      io.emit({ type: 'token', step, text });
      await pause();
    }
    return pieces.join('');
  });
}

describeEngine('live text', (make) => {
  it('[E28] a reader who comes in the middle gets what was said before, then the rest', async () => {
    const [half, rest] = [deferred(), deferred()];
    const { engine, start } = await make({
      tasks: {
        a: async (_, io) => {
          const value = await say(io, ['Hel', 'lo'], () => {
            half.resolve();
            return rest.promise;
          });
          return { value };
        },
      },
    });
    const id = await start(buildWorkflow({ nodes: [task('a')], edges: [] }));
    await half.promise;
    const reader = new Reader();
    for await (const update of engine.runs.events(id)) {
      reader.take(update);
      if (update.type === 'transient') rest.resolve();
    }
    expect(reader.ends).toEqual([['Hello', 'Hello']]);
    expect([...reader.shown]).toEqual([]);
  });

  const pieces = fc.array(fc.string({ minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  });
  const cases = fc.record({
    steps: fc.array(pieces, { minLength: 1, maxLength: 3 }),
    pauses: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }),
    opens: fc.array(fc.nat({ max: 25 }), { minLength: 1, maxLength: 4 }),
    failsAt: fc.option(fc.nat({ max: 2 })),
  });

  it('[E28] at any moment of opening, the text is that of the step in the end', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ steps, pauses, opens, failsAt }) => {
        let attempts = 0;
        let turn = 0;
        const pause = () => pass(pauses[turn++ % pauses.length] ?? 0);
        const speak = async (_: unknown, io: NodeIo) => {
          const isFirst = attempts++ < 2;
          for (const [i, step] of steps.entries()) {
            if (isFirst && failsAt === i) {
              io.emit({ type: 'token', step: `model#${i + 1}`, text: step[0] ?? '' });
              await pause();
              throw new Error('cut');
            }
            await say(io, step, pause);
          }
          return { value: 1 };
        };
        const retry = { attempts: 3, backoffMs: 1 };
        const { engine, start, clock } = await make({ tasks: { a: speak, b: speak } });
        const id = await start(
          buildWorkflow({
            nodes: [
              { ...task('a'), retry },
              { ...task('b'), retry },
            ],
            edges: [],
          }),
        );
        const readers = opens.map(async (turns) => {
          await pass(turns);
          const reader = new Reader();
          for await (const update of engine.runs.events(id)) reader.take(update);
          return reader;
        });
        const finished = engine.runs.finished(id);
        let isOver = false;
        void finished.then(() => (isOver = true));
        while (!isOver) {
          await pass(1);
          await clock.advance(1);
        }
        for (const reader of await Promise.all(readers)) {
          for (const [shown, recorded] of reader.ends) {
            compared += 1;
            expect(shown).toBe(recorded);
          }
          expect([...reader.shown]).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(0);
  });
});
