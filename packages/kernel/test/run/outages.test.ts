// Goal: an outage is waited for as long as the failure, the policy or the node says.
import type { WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { play, type Player } from './play.ts';

const minutes = 60_000;
const away = { code: 'AWAY', message: 'away', retry: 'later', retryForMs: 10 * minutes } as const;
const llm = (more: Partial<WorkflowNode> = {}): WorkflowNode => ({ id: 'a', type: 'llm', ...more });

function failAgain(run: Player): Player {
  const { activation, attempt } = run.execution('a');
  return run.send({ type: 'attempt.failed', node: 'a', activation, attempt, failure: away });
}

/** How long it takes until the run gives up, and after how many attempts. */
function patience(run: Player) {
  const from = run.state.updatedAt;
  for (let attempts = 1; ; attempts++) {
    failAgain(run);
    if (run.state.status === 'failed') return { attempts, ms: run.state.updatedAt - from };
    run.fireTimer();
  }
}

describe('an outage', () => {
  it('[K344] is waited for as long as the failure says', () => {
    const { attempts, ms } = patience(play({ nodes: [llm()] }).start());
    expect(ms).toBeGreaterThanOrEqual(10 * minutes);
    expect(ms).toBeLessThan(11 * minutes);
    expect(attempts).toBeGreaterThan(15);
  });

  it('[K344] is waited for as long as the policy says, or as often as the node', () => {
    const brief = play({ policy: { modelRetryMs: minutes }, nodes: [llm()] }).start();
    expect(patience(brief).ms).toBeLessThan(2 * minutes);
    const none = play({ policy: { modelRetryMs: 0 }, nodes: [llm()] }).start();
    expect(patience(none).attempts).toBe(3);
    const written = play({ nodes: [llm({ retry: { attempts: 2 } })] }).start();
    expect(patience(written).attempts).toBe(2);
    const once = play({ nodes: [{ id: 'a', type: 'function', config: { name: 'f' } }] }).start();
    expect(patience(once).attempts).toBe(1);
  });

  it('[K344] begins anew when something got on', () => {
    const run = play({ nodes: [llm()] }).start();
    const from = run.state.updatedAt;
    while (run.state.updatedAt - from < 9 * minutes) failAgain(run).fireTimer();
    run.send({ type: 'step.recorded', node: 'a', activation: 1, key: 'turn', value: 1 });
    expect(patience(run).ms).toBeGreaterThanOrEqual(10 * minutes);
  });
});
