// Goal: what becomes of a map whose items fail, are cancelled or never start.
import { runId, versionId, workflowId, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { childEnds, effectsOf } from './acts.ts';
import { mapped, mapping, numbers } from './mapping.ts';
import type { Player } from './play.ts';

describe('items that do not complete', () => {
  it.each(['failed', 'cancelled', 'stalled'] as const)(
    '[K57] one that is %s fails the map; the others are cancelled',
    (status) => {
      const run = mapped({ items: numbers(3) });
      childEnds(run, 'm', 2);
      childEnds(run, 'm', 1, { status });
      expect(effectsOf(run)).toEqual(['cancel children m#1', 'execute broken#1']);
      const message = `Item 1 of the map did not complete: ${status === 'failed' ? 'item 1 broke' : status}`;
      const code = status === 'failed' ? 'CHILD_BROKE' : 'CHILD_FAILED';
      expect(run.inputsOf('broken')).toEqual([{ input: { code, message, attempt: 1 } }]);
    },
  );

  it('[K57] one that was stopped has done what it should', () => {
    const run = mapped({ items: [1] });
    childEnds(run, 'm', 0, { status: 'stopped' });
    expect(run.output('m')).toEqual([null]);
  });

  it('[K57] with atLeast the map fails only when so many are out of reach', () => {
    const run = mapped({ items: numbers(4), atLeast: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    childEnds(run, 'm', 3, { status: 'cancelled' });
    expect(run.state.status).toBe('running');
    childEnds(run, 'm', 1, { status: 'failed' });
    expect(effectsOf(run)).toEqual(['cancel children m#1', 'execute broken#1']);
  });

  it('[K57] with atLeast and failures it completes when the last that is needed is done; missing results are null', () => {
    const run = mapped({ items: numbers(3), atLeast: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    childEnds(run, 'm', 2);
    childEnds(run, 'm', 1);
    expect(run.output('m')).toEqual([null, 'm/1', 'm/2']);
  });
});

describe('a map that collects failures', () => {
  const collecting = (config: JsonObject, rules = 4): Player => {
    const workflow = { id: workflowId('w'), version: versionId('v') };
    return mapping({ ...config, failures: 'collect' }).send({
      type: 'run.started',
      run: runId('run-1'),
      workflow,
      rules,
    });
  };
  const failed = (code: string, message: string): JsonObject => ({
    ok: false,
    error: { code, message },
  });

  it('[K360] says of each item, in order, its value or why there is none, and never fails by an item', () => {
    const run = collecting({ items: numbers(4) });
    childEnds(run, 'm', 3, { status: 'cancelled' });
    childEnds(run, 'm', 1, { status: 'failed' });
    childEnds(run, 'm', 2, { status: 'stalled' });
    expect(run.state.status).toBe('running');
    childEnds(run, 'm', 0, { output: 'r0' });
    expect(run.output('m')).toEqual([
      { ok: true, value: 'r0' },
      failed('CHILD_BROKE', 'item 1 broke'),
      failed('CHILD_FAILED', 'Item 2 of the map did not complete: stalled'),
      failed('ITEM_CANCELLED', 'Item 3 of the map did not complete: cancelled'),
    ]);
    expect(run.running()).toEqual(['next#1']);
  });

  it('[K360] an item that was cancelled and one that never started are told apart', () => {
    const run = collecting({ items: numbers(4), atLeast: 1, concurrency: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    childEnds(run, 'm', 1, { output: 'r1' });
    expect(run.output('m')).toEqual([
      failed('CHILD_BROKE', 'item 0 broke'),
      { ok: true, value: 'r1' },
      failed('ITEM_CANCELLED', 'Item 2 of the map was cancelled: enough others were done.'),
      failed('ITEM_NOT_STARTED', 'Item 3 of the map never started: enough others were done.'),
    ]);
  });

  it('[K360] with rest "finish" the others are unfinished, not failed', () => {
    const run = collecting({ items: numbers(2), atLeast: 1, rest: 'finish' });
    childEnds(run, 'm', 1, { output: 'r1' });
    expect(run.output('m')).toEqual([
      failed('ITEM_UNFINISHED', 'Item 0 of the map finishes in the background.'),
      { ok: true, value: 'r1' },
    ]);
  });

  it('[K360] an `atLeast` that can no longer be reached still fails the map', () => {
    const run = collecting({ items: numbers(2), atLeast: 2 });
    childEnds(run, 'm', 0, { status: 'failed' });
    expect(run.running()).toEqual(['broken#1']);
  });

  it('[K360] of nothing gives nothing, at once', () => {
    expect(collecting({ items: [] }).output('m')).toEqual([]);
  });

  it('[K360] runs of older rules go on without it', () => {
    const run = collecting({ items: numbers(1) }, 3);
    childEnds(run, 'm', 0, { output: 'r0' });
    expect(run.output('m')).toEqual(['r0']);
  });
});
