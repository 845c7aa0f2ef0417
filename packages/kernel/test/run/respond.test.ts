// Goal: a run answers its caller before its end, once, and the answer is as durable as the run.
import {
  compileGraph,
  dumpState,
  loadState,
  runView,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { sentences } from '../explain/explaining.ts';
import { started } from '../items/with-items.ts';
import { compute } from './acts.ts';
import { edge } from './play.ts';

function answering(config: JsonObject, input: Json = { name: 'Ann' }, rules?: number) {
  return started(
    {
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'tell', type: 'respond', config },
        { id: 'slow', type: 'function', config: { name: 'f' } },
        { id: 'again', type: 'respond', config: { value: 'too late' } },
        compute('last', '${previous}'),
      ],
      edges: [
        edge('start -> tell'),
        edge('tell -> slow'),
        edge('slow -> again'),
        edge('again -> last'),
      ],
    },
    input,
    rules,
  );
}

describe('a respond node', () => {
  it('[K1755] answers the caller, hands its input on, and the run goes on', () => {
    const run = answering({
      value: { hello: '${trigger.name}' },
      status: 201,
      headers: { a: 'b' },
    });
    expect(run.state.status).toBe('running');
    expect(run.state.response).toMatchObject({
      node: 'tell',
      activation: 1,
      seq: 1,
      value: { hello: 'Ann' },
      status: 201,
      headers: { a: 'b' },
    });
    expect(run.output('tell')).toEqual({ name: 'Ann' });
    expect(runView(run.graph, run.state)['response']).toMatchObject({
      value: { hello: 'Ann' },
      at: expect.any(String),
    });
  });

  it('[K1755] without a value it answers with what came, and with status 200', () => {
    expect(answering({}).state.response).toMatchObject({ value: { name: 'Ann' }, status: 200 });
    expect(answering({}, null).state.response?.value).toBe(null);
  });

  it('[K1756] only the first answer counts; explain says which one did', () => {
    const run = answering({ value: 1 });
    run.complete('slow', { value: 2 });
    expect(run.state.status).toBe('completed');
    expect(run.state.response).toMatchObject({ node: 'tell', value: 1 });
    expect(run.state.output).toBe(2);
    expect(sentences(run, 'tell')).toContain('answered the caller of the run');
    expect(sentences(run, 'again')).toContain('answered nobody');
  });

  it('[K1757] a status or headers that are none fail the node, and nothing is answered', () => {
    for (const config of [{ status: 99 }, { status: '${trigger.name}' }, { headers: { a: [1] } }]) {
      const run = answering(config as JsonObject);
      expect(run.state.error).toMatchObject({ code: 'BAD_CONFIG', node: 'tell' });
      expect(run.state.response).toBe(null);
    }
  });

  it('[K4300] headers that are numbers or booleans are written as texts', () => {
    const headers = { 'x-count': '${= 40 + 2}', 'x-of': '${trigger.count}', 'x-ok': true };
    expect(answering({ headers }, { count: 1.5 }).state.response?.headers).toEqual({
      'x-count': '42',
      'x-of': '1.5',
      'x-ok': 'true',
    });
    const empty = answering({ headers: { a: '${= null}' } }, {});
    expect(empty.state.error).toMatchObject({ code: 'BAD_CONFIG', node: 'tell' });
  });

  it('[K4300] runs of older rules fail there, as they did', () => {
    const { state } = answering({ headers: { a: 1 } }, null, 8);
    expect(state.error).toMatchObject({ code: 'BAD_CONFIG', node: 'tell' });
  });

  it('[K1758] an answer is part of a snapshot, and the same when the journal is replayed', () => {
    const run = answering({ value: [1, 2] });
    const { graph } = run;
    const loaded = loadState(graph, dumpState(graph, run.state));
    expect(loaded.response).toEqual(run.state.response);
    // The journal is replayed by the player, after every event.
    run.complete('slow');
    expect(run.state.response).toEqual(loaded.response);
    const { diagnostics } = compileGraph({
      skein: 1,
      nodes: [{ id: 'r', type: 'respond', each: '${trigger}' }],
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['EACH_NOT_POSSIBLE']);
  });
});
