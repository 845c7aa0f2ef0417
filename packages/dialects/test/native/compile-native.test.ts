import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { nativeKinds, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileNative, diagnostics as catalogue } from '../../src/index.ts';
import { brokenDefinitions } from './broken-definitions.ts';
import { summary } from './summary.ts';

const sound = { id: 'a', type: 'transform', config: { value: 1 } };

function compiled(...nodes: readonly object[]) {
  return compileNative({ skein: 1, nodes });
}

describe('who is told of a question', () => {
  const found = (notify: object) => {
    const nodes = [{ id: 'a', type: 'approval', config: { prompt: 'x', notify } }];
    const { diagnostics } = compileNative({ skein: 1, nodes });
    return diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
  };

  it('[N320] a recipient that nobody can be is found before a run asks; one of a template is not', () => {
    const to = ['mail:ana@example.org', 'webhook:ops', 'mail:${trigger.boss}', '${trigger.boss}'];
    expect(found({ to })).toEqual([]);
    expect(found({ to: ['ana@example.org', 'mail:ana'], escalateTo: ['webhook:a b'] })).toEqual([
      'BAD_VALUE /nodes/0/config/notify/to/0',
      'BAD_VALUE /nodes/0/config/notify/to/1',
      'BAD_VALUE /nodes/0/config/notify/escalateTo/0',
    ]);
    const levels = { escalateTo: [['mail:a@x.org'], ['nobody']], escalateAfterMs: [1, 2] };
    expect(found(levels)).toEqual(['BAD_VALUE /nodes/0/config/notify/escalateTo/1/0']);
    const often = { to: ['webhook:ops'], remindAfterMs: Array.from({ length: 21 }, (_, i) => i) };
    expect(found(often)).toEqual(['BAD_VALUE /nodes/0/config/notify/remindAfterMs']);
  });

  it('[N320] a time that nobody hears of is refused', () => {
    expect(found({ remindAfterMs: 1, escalateAfterMs: 2 })).toEqual([
      'MISSING_KEY /nodes/0/config/notify',
      'MISSING_KEY /nodes/0/config/notify',
    ]);
  });
});

describe('dates', () => {
  it('[N3167] a zone that nobody knows is told before a run lacks the date', () => {
    const value = {
      known: '${now.date("Europe/Brussels")} ${= now.date("UTC") }',
      text: 'now.date("Mars/X") is written so',
      list: ['${now.date("Mars/X")}', "${= now.date('Moon') }"],
    };
    const { diagnostics, graph } = compiled({ ...sound, config: { value } });
    expect(diagnostics.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
      'warning /nodes/0/config/value/list/0',
      'warning /nodes/0/config/value/list/1',
    ]);
    expect(graph).not.toBeNull();
  });
});

describe('doors', () => {
  it('[N3260] a door that does not exist is told: other programs would find nothing there', () => {
    const found = (publish: unknown) => {
      const { diagnostics, graph } = compileNative({
        skein: 1,
        metadata: { publish },
        nodes: [sound],
      });
      expect(graph).not.toBeNull();
      return diagnostics.map(({ severity, pointer }) => `${severity} ${pointer}`);
    };
    expect(found(['ai-sdk', 'openai', 'a2a', 'ag-ui'])).toEqual([]);
    expect(found(['openai', 'opneai', 5])).toEqual([
      'warning /metadata/publish/1',
      'warning /metadata/publish/2',
    ]);
    expect(found('openai')).toEqual(['warning /metadata/publish']);
  });
});

describe('broken definitions', () => {
  it.each(brokenDefinitions)('[N6][N7][N8][N9][N10] %s', (_, definition, expected) => {
    const { diagnostics } = compileNative(definition);
    expect(summary(diagnostics)).toEqual(expected.toSorted());
  });

  it.each(brokenDefinitions)(
    '[N16] no graph with an error, a graph without: %s',
    (_, definition) => {
      const { graph, diagnostics } = compileNative(definition);
      expect(graph === null).toBe(diagnostics.some(({ severity }) => severity === 'error'));
    },
  );

  it('[N14] every diagnostic points to a place that exists and says what to do', () => {
    for (const [title, definition] of brokenDefinitions) {
      for (const { pointer, message, hint } of compileNative(definition).diagnostics) {
        expect(isPlace(definition as Json, pointer), `${title}: ${pointer}`).toBe(true);
        expect(message).toMatch(/.\.$/u);
        expect(hint).toMatch(/.[.?]$/u);
      }
    }
  });

  it('[N14] every code is in the catalogue and has a page that says the same', () => {
    const pages = new URL('../../../../docs/errors/', import.meta.url);
    const seen = brokenDefinitions.flatMap(
      ([, definition]) => compileNative(definition).diagnostics,
    );
    expect(seen.filter(({ code }) => !Object.hasOwn(catalogue, code))).toEqual([]);
    for (const [code, meaning] of Object.entries(catalogue)) {
      expect(readFileSync(new URL(`${code}.md`, pages), 'utf8')).toMatch(`# ${code}\n\n${meaning}`);
    }
  });

  it('[N14] messages and hints cannot act on a terminal', () => {
    const hostile = '\u001b[2Jx\u202e\u009b31m';
    const definition = {
      skein: 1,
      [hostile]: 1,
      nodes: [{ ...sound, id: 5, join: hostile }],
      edges: [{ from: hostile, to: 'a' }],
    };
    const words = compileNative(definition).diagnostics.flatMap(({ message, hint }) => [
      message,
      hint,
    ]);
    expect(words.join('')).not.toMatch(/[\u202e\p{Cc}]/u);
    expect(words.join('')).toContain(String.raw`\u001b`);
  });

  it('[N14] a random JSON value never makes it throw', () => {
    const value = fc.jsonValue({ maxDepth: 6 });
    const shaped = fc.record(
      {
        skein: fc.constant(1),
        nodes: fc.array(
          fc.oneof(
            value,
            fc.record({ id: value, type: fc.constantFrom(...nativeKinds.keys()), config: value }),
          ),
        ),
        edges: value,
        policy: value,
        entry: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(value, shaped), (definition) => {
        const { diagnostics } = compileNative(definition);
        expect(diagnostics.every(({ pointer }) => isPlace(definition as Json, pointer))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe('messages', () => {
  const hintOf = (definition: unknown): string =>
    compileNative(definition).diagnostics[0]?.hint ?? '';

  it('[N8] a bad value names the allowed ones and the nearest', () => {
    const [found] = compiled({ ...sound, join: 'al' }).diagnostics;
    expect(found).toEqual({
      code: 'BAD_VALUE',
      severity: 'error',
      pointer: '/nodes/0/join',
      message:
        'The key "join" must be "each", "once", "all", "any" or "n-of", but it is the text "al".',
      hint: 'Did you mean "all"?',
    });
  });

  it('[N9] a misspelled key names the nearest', () => {
    expect(hintOf({ skein: 1, nodes: [{ ...sound, jion: 'all' }] })).toBe('Did you mean "join"?');
  });

  it('[N7] a missing key whose misspelling is there names both', () => {
    expect(hintOf({ skein: 1, nodes: [{ id: 'a', type: 'llm', config: { promt: '' } }] })).toBe(
      'Did you mean "prompt"?',
    );
    const { diagnostics } = compiled({ id: 'a', type: 'llm', config: { promt: '' } });
    expect(diagnostics.map(({ hint }) => hint)).toContain('Rename "promt" to "prompt".');
  });

  it('[N6] a number in quotes is recognised', () => {
    expect(hintOf({ skein: 1, nodes: [{ ...sound, timeoutMs: '1000' }] })).toBe(
      'Write 1000 without quotes.',
    );
  });
});

describe('templates', () => {
  it('[N11] a reference may stand for any text or value of a config', () => {
    const { diagnostics } = compiled(
      { id: 'd', type: 'delay', config: { ms: '${trigger.ms}' } },
      {
        id: 'm',
        type: 'map',
        config: { items: '${trigger.items}', workflow: 'w', concurrency: '${trigger.n|4}' },
      },
      {
        id: 'p',
        type: 'approval',
        config: { prompt: 'ok ${trigger}?', who: '${trigger.people}', deadlineMs: '${trigger.ms}' },
      },
      { id: 'l', type: 'llm', config: { prompt: '${trigger}', temperature: '${trigger.t}' } },
    );
    expect(diagnostics).toEqual([]);
  });

  it('[N11] a name of a case and a schema are no templates', () => {
    const { diagnostics } = compiled({ id: 's', type: 'start', config: { schema: '${x}' } });
    expect(summary(diagnostics)).toEqual(['WRONG_TYPE /nodes/0/config/schema']);
  });

  it('[N10] the config of a host type is the host’s matter', () => {
    const kinds = new Map([
      ...nativeKinds,
      ['shop.buy', { type: 'shop.buy', mode: 'execute', ports: ['output'] } as const],
    ]);
    const definition = {
      skein: 1,
      nodes: [{ id: 'a', type: 'shop.buy', config: { anything: 1 } }],
    };
    expect(compileNative(definition, { kinds }).diagnostics).toEqual([]);
  });
});

describe('all at once', () => {
  it('[N13] structure and shapes are reported together, at the places of the original', () => {
    const definition = {
      skein: 1,
      policy: { maxSteps: 'many', onError: 'continue' },
      nodes: [
        'no node',
        { id: 'a', type: 'transform', config: { value: 1 }, timeoutMs: 'soon' },
        { type: 'join' },
        { id: 'c', type: 'nope' },
        { id: 'c', type: 'if' },
      ],
      edges: [{ from: 'a' }, { from: 'a', to: 'z' }, { from: 'a', to: 'c', loop: 'yes' }],
    };
    expect(summary(compileNative(definition).diagnostics)).toEqual([
      'DUPLICATE_ID /nodes/4/id',
      'EDGE_END_MISSING /edges/1/to',
      'MISSING_KEY /edges/0',
      'MISSING_KEY /nodes/2',
      'MISSING_KEY /nodes/4',
      'UNKNOWN_NODE_TYPE /nodes/3/type',
      'WRONG_TYPE /edges/2/loop',
      'WRONG_TYPE /nodes/0',
      'WRONG_TYPE /nodes/1/timeoutMs',
      'WRONG_TYPE /policy/maxSteps',
    ]);
  });

  it('[N13] what was taken out gives no second complaint', () => {
    const looped = {
      skein: 1,
      nodes: [
        { ...sound, join: 'al' },
        { ...sound, id: 'b' },
      ],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a', loop: 'yes' },
      ],
    };
    expect(summary(compileNative(looped).diagnostics)).toEqual([
      'BAD_VALUE /nodes/0/join',
      'WRONG_TYPE /edges/1/loop',
    ]);
  });

  it('[N12] workflows inside workflows are checked with their own places', () => {
    const inner = (workflow: object): object => ({
      id: 'm',
      type: 'map',
      config: { items: [], workflow },
    });
    const deepest = {
      nodes: [{ id: 'x', type: 'llm' }],
      edges: [{ from: 'x', to: 'y' }],
      extra: 1,
    };
    const definition = { skein: 1, nodes: [inner({ nodes: [inner(deepest)] })] };
    const place = '/nodes/0/config/workflow/nodes/0/config/workflow';
    const { diagnostics, graph } = compileNative(definition);
    expect(graph).toBeNull();
    expect(summary(diagnostics)).toEqual([
      `EDGE_END_MISSING ${place}/edges/0/to`,
      `MISSING_KEY ${place}/nodes/0`,
      `~UNKNOWN_KEY ${place}/extra`,
    ]);
  });

  it('[N12] an inline workflow need not repeat the number of the format', () => {
    const workflow = { nodes: [sound] };
    expect(compiled({ id: 'm', type: 'map', config: { items: [], workflow } }).diagnostics).toEqual(
      [],
    );
  });

  it('[N15] a function that no one registered is a warning, inside too', () => {
    const call = (name: string): object => ({ id: name, type: 'function', config: { name } });
    const definition = {
      skein: 1,
      nodes: [
        call('mail.send'),
        call('mial.send'),
        call('${trigger.f}'),
        { id: 's', type: 'subworkflow', config: { workflow: { nodes: [call('zzz')] } } },
      ],
    };
    const options = { functions: new Set(['mail.send']) };
    const { diagnostics, graph } = compileNative(definition, options);
    expect(graph).not.toBeNull();
    expect(summary(diagnostics)).toEqual([
      '~FUNCTION_NOT_REGISTERED /nodes/1/config/name',
      '~FUNCTION_NOT_REGISTERED /nodes/3/config/workflow/nodes/0/config/name',
    ]);
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      'Did you mean "mail.send"?',
      'Register it before the run reaches the node. Registered: mail.send.',
    ]);
    expect(compileNative(definition).diagnostics).toEqual([]);
    // As a new node has it.
    const unchosen = compileNative({ skein: 1, nodes: [call('function-name')] }, options);
    expect(unchosen.diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['No function is chosen yet.', 'Choose one of mail.send.'],
    ]);
  });

  it('[N4300] a map takes the version of its workflow, like a sub-workflow', () => {
    const config = { workflow: 'stored', version: 'v1' };
    const nodes = [
      { id: 'a', type: 'subworkflow', config },
      { id: 'b', type: 'map', config: { ...config, items: [1] } },
    ];
    expect(compileNative({ skein: 1, nodes }).diagnostics).toEqual([]);
  });

  it('[N15] the start node is that of the run, not of the workflows inside it', () => {
    const nodes = [
      sound,
      { id: 'b', type: 'subworkflow', config: { workflow: { nodes: [{ ...sound, id: 'x' }] } } },
    ];
    const { graph } = compileNative({ skein: 1, nodes }, { start: 'b' });
    expect(graph?.entries.map(({ id }) => id)).toEqual(['b']);
    expect(summary(compileNative({ skein: 1, nodes }, { start: 'c' }).diagnostics)).toEqual([
      'ENTRY_MISSING ',
    ]);
  });
});

/** Whether a JSON pointer leads to something. */
function isPlace(definition: Json, pointer: string): boolean {
  let value: Json | undefined = definition;
  for (const part of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return false;
    value = ownValue(value as JsonObject, part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (value === undefined) return false;
  }
  return true;
}
