// Who answers, and with what: part of what every host of runs must do.
import type { Engine } from '@skein/engine';
import { isObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { buildWorkflow } from '../engine/build-workflow.ts';

/** `paid` is filled by the tool `pay`, which the host has. */
export function answerContract(engineOf: () => Engine, paid: unknown[]): void {
  it('[RS300] only whom a wait names answers it', async () => {
    const { runs, waits } = engineOf();
    const who = ['ann', 'group:finance'];
    const workflow = buildWorkflow({
      id: 'named',
      nodes: [{ id: 'ask', type: 'approval', config: { prompt: 'Go on?', who } }],
    });
    const { id } = await runs.start(workflow);
    await runs.settled(id);
    for (const answerer of [{}, { by: 'bob' }, { by: 'bob', groups: ['sales'] }]) {
      const given = waits.answer({ run: id }, 'approve', answerer);
      await expect(given).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    }
    await waits.answer({ run: id }, 'approve', { by: 'bob', groups: ['finance'] });
    expect(await runs.finished(id)).toMatchObject({ status: 'completed' });
  });

  it('[RS301] a call runs with the arguments that who approved it gave', async () => {
    const { runs, waits } = engineOf();
    const config = { tool: 'pay', args: { usd: 500 }, approve: true };
    const workflow = buildWorkflow({ id: 'paying', nodes: [{ id: 'call', type: 'tool', config }] });
    paid.length = 0;
    const { id } = await runs.start(workflow);
    await runs.settled(id);
    const bad = waits.answer({ run: id }, { decision: 'approve', arguments: { usd: 'x' } });
    await expect(bad).rejects.toMatchObject({ code: 'ANSWER_REFUSED' });
    const answer = { decision: 'approve', arguments: { usd: 50 } };
    await waits.answer({ run: id }, answer, { by: 'ann' });
    expect(await runs.finished(id)).toMatchObject({ status: 'completed' });
    expect(paid).toEqual([{ usd: 50 }]);
    const step = (await runs.journal(id)).find(
      (row) => row.type === 'step.recorded' && isObject(row.value) && row.value['type'] === 'tool',
    );
    expect(step).toMatchObject({ value: { asked: { usd: 500 }, changedBy: 'ann' } });
  });
}
