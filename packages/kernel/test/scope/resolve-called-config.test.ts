// Goal: what an agent reads that is called as a tool, in the middle of its caller's activation.
import { resolveCalledConfig, type Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { edge, play, step } from '../run/play.ts';

const helper = (prompt: Json) => ({ id: 'helper', type: 'agent', config: { prompt } });

function calledConfig(prompt: Json, input: Json) {
  const run = play({
    entry: ['first'],
    nodes: [step('first'), { id: 'boss', type: 'agent' }, helper(prompt)],
    edges: [edge('first -> boss'), { from: 'boss', to: 'helper', kind: 'subagent' }],
  });
  run.start({ city: 'Ghent' }).complete('first', { value: 'entered' });
  const { graph, state } = run;
  const node = graph.nodeById.get('helper')!;
  const [caller] = state.nodes.get(graph.nodeById.get('boss')!.index)!.alive;
  return resolveCalledConfig({ graph, state, event: { at: 0 } }, { caller: caller!, node, input });
}

describe('the config of a called agent', () => {
  it.each<[string, Json, Json]>([
    ['the input of the call', 'Look up ${previous}.', 'Look up rivers.'],
    ['the same by port', '${inputs.input}', 'rivers'],
    ['what the caller sees', '${first.output} in ${trigger.city}', 'entered in Ghent'],
    ['nothing to resolve', 'Look.', 'Look.'],
  ])('[K105] %s', (_title, prompt, resolved) => {
    expect(calledConfig(prompt, 'rivers')).toEqual({ ok: true, config: { prompt: resolved } });
  });

  it('[K105] text in the input is not read again', () => {
    const input = '${trigger.city} $& {{x}}';
    expect(calledConfig('>${previous}<', input)).toEqual({
      ok: true,
      config: { prompt: `>${input}<` },
    });
  });

  it('[K105] names what is missing', () => {
    expect(calledConfig('${helper.output} ${boss.output.x}', 'rivers')).toEqual({
      ok: false,
      missing: ['${helper.output}', '${boss.output.x}'],
    });
  });
});
