// Goal: what the assistant reaches without a provider is measured, and does not get worse unnoticed.
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { callSkein } from '../call-skein.ts';

const examples = fileURLToPath(new URL('../../../../examples/evaluations', import.meta.url));

it('[EV2550] twenty wishes are built, checked and tried offline', async () => {
  const { code, stdout } = await callSkein(['eval', 'assistant.eval.json', '--json'], {
    cwd: examples,
  });
  const report = JSON.parse(stdout);
  expect(report.cases).toHaveLength(20);
  expect({ code, failed: report.gate.filter((gate: { passed: boolean }) => !gate.passed) }).toEqual(
    {
      code: 0,
      failed: [],
    },
  );
  expect(report.usage).toMatchObject({ inputTokens: 0, usd: 0 });
});
