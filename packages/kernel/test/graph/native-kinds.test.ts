import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json.ts';
import { nativeKinds } from '../../src/graph/native-kinds.ts';

describe('native kinds', () => {
  it.each([
    ['start', 'start', ['output'], 'pure'],
    ['function', 'execute', 'any', 'idempotent'],
    ['code', 'execute', ['output'], 'idempotent'],
    ['transform', 'transform', ['output'], 'pure'],
    ['set', 'set', ['output'], 'pure'],
    ['data', 'transform', ['output'], 'pure'],
    ['store', 'execute', ['output'], 'idempotent'],
    ['llm', 'execute', ['output'], 'idempotent'],
    ['agent', 'execute', ['output'], 'idempotent'],
    ['tool', 'execute', ['output'], 'guarded'],
    ['http', 'execute', ['output'], 'guarded'],
    ['if', 'if', ['true', 'false'], 'pure'],
    ['switch', 'switch', ['default'], 'pure'],
    ['map', 'map', ['output'], 'idempotent'],
    ['subworkflow', 'subworkflow', ['output'], 'idempotent'],
    ['delay', 'delay', ['output'], 'pure'],
    ['approval', 'wait', ['approved', 'rejected', 'expired'], 'pure'],
    ['input', 'wait', ['output', 'expired'], 'pure'],
    ['event', 'wait', ['output', 'expired'], 'pure'],
    ['emit', 'emit', ['output'], 'idempotent'],
    ['join', 'join', ['output'], 'pure'],
    ['respond', 'respond', ['output'], 'pure'],
    ['stop', 'stop', [], 'pure'],
    ['end', 'end', [], 'pure'],
  ])('[K1][K10] %s', (type, mode, ports, effect) => {
    const kind = nativeKinds.get(type)!;
    const found = typeof kind.ports === 'function' ? kind.ports({}) : kind.ports;
    expect([kind.mode, found, kind.effect]).toEqual([mode, ports, effect]);
  });

  it('[K1] there are no others', () => {
    expect(nativeKinds.size).toBe(26);
  });

  it.each([
    [
      '[K10] names',
      { cases: [{ name: 'a' }, { name: '__proto__' }] },
      ['a', '__proto__', 'default'],
    ],
    ['[K10] nonsense does not throw', { cases: [1, {}, { name: 2 }] }, ['0', '1', '2', 'default']],
    ['[K10] nor does no list', { cases: 'x' }, ['default']],
  ])('%s of the cases of a switch', (_title, config, expected) => {
    const { ports } = nativeKinds.get('switch')!;
    expect(typeof ports === 'function' ? ports(config) : ports).toEqual(expected);
  });

  it('[K750] the ports of code are those that it declares, and its text is no template', () => {
    const { ports, firing, rawKeys } = nativeKinds.get('code')!;
    const of = (config: JsonObject) => [
      typeof ports === 'function' ? ports(config) : ports,
      typeof firing === 'function' ? firing(config) : firing,
    ];
    expect(of({})).toEqual([['output'], 'all']);
    expect(of({ ports: ['ok', 'bad'] })).toEqual([['ok', 'bad'], 'some']);
    expect(of({ ports: [1, 'ok'] })).toEqual([['ok'], 'some']);
    expect(of({ ports: 'nonsense' })).toEqual([['output'], 'all']);
    expect(rawKeys).toContain('code');
  });

  it('[K751] code implies what its text names', () => {
    const { implied } = nativeKinds.get('code')!;
    expect(implied?.({ code: 'return trigger.a' })).toEqual({ trigger: '${trigger|null}' });
    expect(implied?.({ code: 'return state.n' })).toEqual({ state: '${state|null}' });
    expect(implied?.({ code: 'return 1' })).toEqual({});
    expect(implied?.({ code: 1 })).toEqual({});
  });
});
