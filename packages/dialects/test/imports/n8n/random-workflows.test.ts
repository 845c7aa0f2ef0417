// Random files never break the importer, and what it gives is always valid
// Random graphs of all types in the table with random parameters, among them values of wrong types; every node of the source must be
// in the origin of a native node, or in a loss.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { convert, errorsOf } from './build-n8n.ts';

const types = [
  ...'set if switch filter code function httpRequest merge compareDatasets splitInBatches noOp wait stopAndError aggregate sort limit summarize splitOut removeDuplicates renameKeys itemLists dateTime crypto html executeWorkflow respondToWebhook form googleSheets webhook manualTrigger scheduleTrigger cron interval executeWorkflowTrigger formTrigger gmailTrigger stickyNote graphql openAi'
    .split(' ')
    .map((type) => `n8n-nodes-base.${type}`),
  ...'agent chainLlm openAi informationExtractor textClassifier sentimentAnalysis chainSummarization lmChatOpenAi outputParserStructured memoryBufferWindow toolWorkflow toolHttpRequest toolCode agentTool vectorStorePinecone chatTrigger'
    .split(' ')
    .map((type) => `@n8n/n8n-nodes-langchain.${type}`),
  'n8n-nodes-other.thing',
];

const expressions = fc.constantFrom(
  '={{ $json.a }}',
  "={{ $('A').item.json.b }}",
  '={{ $node["B"].json.c }}',
  '={{ (() => { return 1 })() }}',
  '={{ $binary.x }}',
  '=Text {{ $json.a',
  '={{ }}',
  '={{ $now.setZone("Asia/Tokyo").toFormat("cccc") }}',
  '={{ $fromAI("x") }}',
  '${trigger}',
  '',
  '=',
  '{{ $json.a }}',
  '={{ $env.X }}',
  '={{ $(\'C\').first().json["a b"] }}',
);

const keys = fc.constantFrom(
  ...'assignments conditions rules values mode options url method authentication jsonBody sendBody fieldToSplitOut maxItems operation resource text prompt messages categories combineBy numberInputs batchSize jsCode workflowId parameters value name rule interval fields keys'.split(
    ' ',
  ),
);

const parameters: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    expressions,
    fc.constantFrom<Json>(
      null,
      true,
      false,
      0,
      1,
      -5,
      'x',
      [],
      {},
      'rows',
      'define',
      'combine',
      'expression',
      'raw',
    ),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(keys, tie('json'), { maxKeys: 4 }),
  ),
})).json;

const settings = fc.record(
  {
    disabled: fc.boolean(),
    onError: fc.constantFrom(
      'continueRegularOutput',
      'continueErrorOutput',
      'stopWorkflow',
      7 as Json,
    ),
    executeOnce: fc.boolean(),
    alwaysOutputData: fc.boolean(),
    retryOnFail: fc.boolean(),
    typeVersion: fc.constantFrom<Json>(1, 2, 2.2, 3.4, 4.2, '3'),
    credentials: fc.constant({ api: { id: '1', name: 'Key' } }),
  },
  { requiredKeys: [] },
);

const node = fc.record({
  type: fc.constantFrom(...types),
  name: fc.constantFrom('A', 'B', 'C', 'D', 'E é', '🚀', 'previous', 'item', 'a"b', "it's"),
  parameters: fc.oneof(
    { weight: 5, arbitrary: fc.dictionary(keys, parameters, { maxKeys: 5 }) },
    { weight: 1, arbitrary: parameters },
  ),
  settings,
});

const edge = fc.record({
  from: fc.nat(9),
  to: fc.nat(10),
  output: fc.nat(3),
  input: fc.nat(2),
  kind: fc.constantFrom(
    'main',
    'main',
    'main',
    'ai_tool',
    'ai_languageModel',
    'ai_memory',
    'ai_outputParser',
    'error',
  ),
});

const workflows = fc
  .record({
    nodes: fc.array(node, { minLength: 1, maxLength: 9 }),
    edges: fc.array(edge, { maxLength: 14 }),
    order: fc.constantFrom('v1', 'v0', null),
  })
  .map(({ nodes, edges, order }): JsonObject => {
    const names = nodes.map(({ name }) => name);
    const connections: { [name: string]: { [kind: string]: Json[][] } } = {};
    for (const { from, to, output, input, kind } of edges) {
      const outputs = ((connections[names[from % names.length] ?? ''] ??= {})[kind] ??= []);
      while (outputs.length <= output) outputs.push([]);
      outputs[output]?.push({ node: names[to] ?? 'Nowhere', type: kind, index: input });
    }
    return {
      nodes: nodes.map(({ settings: more, ...rest }, index) => ({
        id: String(index),
        position: [index, 0],
        ...rest,
        ...more,
      })),
      connections,
      settings: { executionOrder: order },
    };
  });

const RUNS = 400;

describe('random files', () => {
  it('[N1336] are converted to valid definitions, and every node is accounted for', () => {
    let converted = 0;
    fc.assert(
      fc.property(workflows, (source) => {
        const imported = convert(source);
        expect(errorsOf(imported)).toEqual([]);
        const studio = imported.definition['studio'];
        const origin =
          isObject(studio) && isObject(studio['origin'])
            ? Object.values(studio['origin']).flat()
            : [];
        const named = new Set<Json>([...origin, ...imported.losses.map(({ node: name }) => name)]);
        const nodes = Array.isArray(source['nodes']) ? source['nodes'].filter(isObject) : [];
        const missing = nodes.filter(({ type, name }) => {
          const isNote = typeof type === 'string' && type.endsWith('stickyNote');
          return !isNote && name !== undefined && !named.has(name);
        });
        expect(missing).toEqual([]);
        converted += 1;
      }),
      { numRuns: RUNS },
    );
    expect(converted).toBe(RUNS);
  });
});
