// Goal (P1, P2): what a provider does wrong is journaled attempt by attempt, waited out as it asks, and survives a restart; a call
// that hangs holds nobody else up. Method: the real engine and the real packages against real HTTP, with the clock of the test.
import { providerModels, scriptedModel, type ModelSettings } from '@skein/agents';
import { runId, type RunEvent } from '@skein/kernel';
import { describeEngine, startFakeProvider, type FakeProvider, type Harness } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

const models = (settings: ModelSettings = {}) =>
  providerModels({
    ...settings,
    providers: { local: { type: 'openai-compatible', baseURL: `${fake.url}/v1` } },
    environment: {},
    scripted: scriptedModel(),
  });

const ask = (prompt: string) => ({
  skein: 1,
  id: 'ask',
  nodes: [{ id: 'ask', type: 'llm', config: { model: 'local/llama', prompt } }],
});

/** The network takes real time, whatever the engine's clock says. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((later) => setTimeout(later, 5));
}

async function failed({ store }: Harness, run: string): Promise<readonly RunEvent[]> {
  const rows = (await store.runs.journal(runId(run))) ?? [];
  return rows.filter(({ type }) => type === 'attempt.failed');
}

describeEngine('a provider that fails', (make) => {
  it('[A205] [A206] each attempt is in the journal, Retry-After holds across a restart, and the third succeeds', async () => {
    const before = fake.requests.length;
    fake.reply(
      {
        error: {
          status: 429,
          body: { error: { message: 'slow' } },
          headers: { 'retry-after': '7' },
        },
      },
      { text: 'Half', fault: 'reset' },
      { text: 'There.' },
    );
    const first = await make({ models: models() });
    const id = await first.start(ask('Where?'));
    await until(async () => (await failed(first, id)).length === 1);
    expect(await failed(first, id)).toMatchObject([
      {
        attempt: 1,
        failure: { code: 'MODEL_CALL_FAILED', data: { status: 429 }, retry: { afterMs: 7_000 } },
      },
    ]);
    const second = await first.restart();
    await second.clock.advance(6_900);
    await second.settle();
    expect(fake.requests.length - before).toBe(1);
    await second.clock.advance(7_000);
    await until(async () => (await failed(second, id)).length === 2);
    await second.clock.advance(60_000);
    await until(() => fake.requests.length - before === 3);
    expect(await second.engine.runs.finished(id)).toMatchObject({
      status: 'completed',
      output: 'There.',
      usage: { modelCalls: 1 },
    });
  });

  it('[A206] what never gets better ends as a typed failure when the time for it is over', async () => {
    const html = { error: { status: 502, body: '<html>Bad gateway</html>' } };
    fake.reply(html, html, html);
    const harness = await make({ models: models({ limits: { retryForMs: 90_000 } }) });
    const id = await harness.start(ask('Where?'));
    for (const count of [1, 2]) {
      await until(async () => (await failed(harness, id)).length === count);
      await harness.clock.advance(60_000);
    }
    expect(await harness.engine.runs.finished(id)).toMatchObject({
      status: 'failed',
      error: { code: 'MODEL_CALL_FAILED', node: 'ask' },
    });
  });

  it('[A207] one that hangs holds no other run up, and a cancel closes its socket', async () => {
    fake.reply({ fault: 'hang' }, { text: 'quick' });
    const harness = await make({ models: models() });
    const before = fake.requests.length;
    const slow = await harness.start(ask('slow'));
    await until(() => fake.requests.length === before + 1);
    expect(await harness.run(ask('quick'))).toMatchObject({ output: 'quick' });
    await harness.engine.runs.cancel(slow);
    const asked = fake.requests[before];
    await expect.poll(() => asked?.isClosed()).toBe(true);
    expect(await harness.engine.runs.finished(slow)).toMatchObject({ status: 'cancelled' });
  });
});
