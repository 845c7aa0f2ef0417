// Goal: a program sees in its own log, here of pino, what its engine does, and hears of each step.
import { Writable } from 'node:stream';
import pino from 'pino';
import { createEngine, type StepEnd } from 'skein';
import { expect, it } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';

type Line = Readonly<Record<string, unknown>>;

function pinoLog(): { readonly logger: pino.Logger; readonly lines: () => readonly Line[] } {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return {
    logger: pino({ level: 'debug', base: null }, stream),
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line),
  };
}

const flow = {
  skein: 1,
  id: 'flow',
  nodes: [
    { id: 'say', type: 'llm', config: { prompt: 'Hello' } },
    { id: 'break', type: 'function', config: { name: 'fail' } },
  ],
  edges: [{ from: 'say', to: 'break' }],
};

const canary = 'CANARY-c3d1';
const functions = {
  fail: () => {
    throw Object.assign(new Error(`key ${canary}`), { code: 'NO_PAPER', retry: 'never' });
  },
};

it('[X500] a logger and a hook of the host hear of runs and steps, without what they work with', async () => {
  const { logger, lines } = pinoLog();
  const steps: StepEnd[] = [];
  const engine = await createEngine({
    environment: {},
    functions,
    logger,
    onStep: (step) => void steps.push(step),
  });
  const { id } = await engine.runs.start(flow, { input: canary });
  await engine.runs.finished(id);
  await engine.close();
  const levels = pino.levels.values;
  expect(lines()).toContainEqual({
    level: levels['error'],
    time: expect.any(Number),
    run: id,
    workflow: 'flow',
    code: 'NO_PAPER',
    status: 'failed',
    msg: 'A run has failed.',
  });
  expect(lines().map(({ msg }) => msg)).toContain('A run has started.');
  expect(JSON.stringify(lines())).not.toContain(canary);
  expect(steps.map(({ node, status }) => [node, status])).toEqual([
    ['say', 'completed'],
    ['break', 'failed'],
  ]);
  expect(steps[0]).toMatchObject({
    run: id,
    type: 'llm',
    usage: { modelCalls: 1, inputTokens: expect.any(Number) },
  });
  expect(steps[1]?.error).toMatchObject({ code: 'NO_PAPER' });
});

it('[X500] `console` is a logger, and types say so', async () => {
  const engine = await createEngine({ environment: {}, logger: { ...console, debug: () => {} } });
  await engine.close();
});

it('[X501] a server tells the logger of problems and of its answers, by route and never by address', async () => {
  const { logger, lines } = pinoLog();
  const server = await composeServer({ environment: {}, logger });
  const response = await server.fetch(
    new Request(`http://127.0.0.1/api/v1/runs?q=${canary}`, {
      headers: { authorization: `Bearer ${canary}` },
    }),
  );
  expect(response.status).toBe(401);
  await server.close();
  expect(lines()).toContainEqual(
    expect.objectContaining({ method: 'GET', route: '/runs', status: 401 }),
  );
  expect(JSON.stringify(lines())).not.toContain(canary);
});
