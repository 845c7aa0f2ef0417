import { z } from './zod.ts';
import { exampleRow, exampleRun, exampleRunItem, exampleWait } from './examples.ts';
import { dialectName, id, json, jsonObject, time } from './json.ts';

export const runStatus = z.enum([
  'running',
  'waiting',
  'completed',
  'failed',
  'stopped',
  'cancelled',
  'stalled',
]);

const parent = z.object({ run: z.string(), path: z.string() });

/** A wait, as its run shows it. */
const runWait = z.object({
  id: z.string(),
  node: z.string(),
  kind: z.string(),
  name: z.string().optional().meta({ description: 'What a durable function calls its question.' }),
  prompt: z.string().nullable(),
  schema: json,
  data: json.optional(),
  who: z.array(z.string()).optional(),
  createdAt: time,
  deadline: time.nullable(),
});

/** Only of runs that try a part of a workflow, with outputs that somebody supplied. */
const trialMarks = {
  isTrial: z.literal(true).optional().meta({ description: 'It tries a part of a workflow.' }),
  trialOf: z
    .object({ workflow: z.string(), node: z.string(), reach: z.enum(['node', 'from', 'to']) })
    .optional()
    .meta({ description: 'Of a trial run: which part of which workflow it tries.' }),
};

/** A run with everything about it. */
export const runJson = z
  .object({
    id: z.string(),
    workflow: z.object({
      id: z.string(),
      version: z.string(),
      name: z.string(),
      dialect: dialectName,
    }),
    parent: parent.optional(),
    ...trialMarks,
    status: runStatus,
    quarantinedAt: time.optional().meta({
      description: 'Since when nobody continues it. Only what its row in the store says is shown.',
    }),
    input: json,
    output: json,
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        node: z.string().nullable(),
        activation: z.number().nullable(),
        details: json.optional(),
      })
      .nullable(),
    stopReason: z.string().optional(),
    response: z
      .object({
        node: z.string(),
        activation: z.number(),
        value: json,
        status: z.number(),
        headers: z.record(z.string(), z.string()),
        at: time,
      })
      .optional()
      .meta({ description: 'What a `respond` node has answered the caller with.' }),
    nodes: z.record(
      z.string(),
      z.object({
        status: z.string(),
        activations: z.number(),
        error: jsonObject.nullable(),
        startedAt: time.nullable(),
        finishedAt: time.nullable(),
      }),
    ),
    warnings: z
      .array(
        z.object({
          code: z.string(),
          message: z.string(),
          node: z.string(),
          activation: z.number(),
        }),
      )
      .optional()
      .meta({ description: 'What people should know although the run continues; only if any.' }),
    outputs: z.record(
      z.string(),
      z.array(
        z.object({
          id: z.string(),
          activation: z.number(),
          value: json,
          ports: z.array(z.string()),
        }),
      ),
    ),
    waits: z.array(runWait),
    slots: z
      .array(
        z.object({
          node: z.string().optional(),
          activation: z.number().optional(),
          keys: z.array(z.string()),
          isGranted: z.boolean(),
          heldBy: z.array(z.string()).optional(),
          ahead: z.number().optional(),
        }),
      )
      .optional()
      .meta({
        description:
          'Limits across runs that the run (without a node) or an activation has a slot of, or waits for: who has it, and how many go first.',
      }),
    quiet: z.object({ key: z.string(), until: time }).optional().meta({
      description:
        'Only before the run begins: until when it waits for further starts with this key (`policy.runs.debounce`).',
    }),
    contexts: z.record(z.string(), jsonObject),
    state: jsonObject.optional().meta({
      description: 'What the definition declares as `state`, as it is now; only where it does.',
    }),
    usage: z.object({
      steps: z.number(),
      modelCalls: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      usd: z.number(),
    }),
    createdAt: time,
    updatedAt: time,
    seq: z.number().meta({ description: 'The number of the newest row of the journal.' }),
  })
  .meta({ id: 'Run', examples: [exampleRun] });

/** A run in a list. */
export const runItem = z
  .object({
    id: z.string(),
    workflow: z.object({ id: z.string(), version: z.string(), name: z.string().nullable() }),
    status: runStatus,
    parent: parent.optional(),
    ...trialMarks,
    details: z
      .object({
        error: z.string().nullable().meta({
          description: 'Why it failed; nodes are called by their names, as the studio calls them.',
        }),
        code: z.string().nullable().meta({ description: 'The code of that failure.' }),
        usd: z.number(),
        tokens: z.number(),
        input: z.string().nullable().meta({ description: 'How its input begins, as text.' }),
        startedBy: z.object({ type: z.string(), name: z.string().nullable() }).nullable().meta({
          description:
            'The trigger, shared page, thread or evaluation, or `studio` with the user who signed in; null: a caller of the API.',
        }),
        isDraft: z.boolean().meta({ description: 'Its version is a draft.' }),
      })
      .optional()
      .meta({ description: 'Only if they were asked for.' }),
    createdAt: time,
    updatedAt: time,
    seq: z.number(),
    quarantinedAt: time
      .optional()
      .meta({ description: 'Since when it is not revived, because processes died with it.' }),
  })
  .meta({ id: 'RunItem', examples: [exampleRunItem] });

/** A wait, as the list of all waits shows it. */
export const waitJson = z
  .object({
    id: z.string(),
    run: z.string(),
    workflow: z.object({ id: z.string(), name: z.string().nullable() }),
    node: z.string(),
    activation: z.number(),
    kind: z.string(),
    prompt: z.string().nullable(),
    schema: json,
    data: json,
    who: z.array(z.string()).meta({
      description:
        'Who may answer: ids of users, `group:NAME`, `role:NAME`. Empty: everybody who may answer at all.',
    }),
    event: z.string().nullable(),
    status: z.enum(['open', 'answered', 'expired', 'cancelled']),
    createdAt: time,
    deadline: time.nullable(),
    isOwn: z
      .boolean()
      .meta({ description: 'False: the user is only named in `who`, and cannot see the run.' }),
    mayAnswer: z.boolean().meta({
      description:
        'Whether an answer with this key is accepted: it has the scope, and `who` names the user or nobody.',
    }),
  })
  .meta({ id: 'Wait', examples: [exampleWait] });

/** A row of the journal. Its form is the kernel's. */
export const journalRow = jsonObject.meta({ id: 'JournalRow', examples: [exampleRow] });

const calledAt = { path: z.string(), node: z.string(), activation: z.number() };

/** What was sent, and what came back. */
export const runCalls = z
  .object({
    items: z.array(
      z.object({
        ...calledAt,
        key: z.string().meta({ description: 'Of its step in the journal.' }),
        at: time,
        ms: z.number().meta({ description: 'How long it took.' }),
        request: json.meta({ description: 'Its `type` is `model`, `tool`, `http` or another.' }),
        result: json.optional(),
        failure: z.looseObject({ code: z.string(), message: z.string() }).optional(),
        usage: jsonObject.optional(),
      }),
    ),
    unknown: z.array(z.object({ ...calledAt, reason: z.string() })),
  })
  .meta({ id: 'RunCalls' });

/** A tree of runs as one document. */
export const runBundle = z
  .object({
    format: z.literal('skein-runs-1'),
    exportedAt: z.number(),
    root: z.string().meta({ description: 'The root run.' }),
    runs: z.array(
      z.object({ record: jsonObject, rows: z.array(journalRow), keptEvents: z.array(jsonObject) }),
    ),
    definitions: z.array(jsonObject),
    files: z.array(jsonObject).optional().meta({ description: 'With their bytes in base64.' }),
  })
  .meta({ id: 'RunBundle' });

export const runFile = z
  .object({
    id: z.string(),
    run: z.string().meta({ description: 'The run at the top of the tree that has it.' }),
    name: z.string(),
    type: z.string(),
    size: z.number(),
    sha256: z.string(),
  })
  .meta({ id: 'RunFile' });

/** Refers to a value over 64 KB, for which an event of the live stream has a null. */
export const largeValue = z
  .object({
    path: z
      .array(z.union([z.string(), z.number()]))
      .meta({ description: 'The path of the null in the data of the event.' }),
    bytes: z.number().meta({ description: 'The size of the value as JSON.' }),
    href: z.string().optional().meta({
      description: 'The row that holds the value; absent if the value came from an earlier row.',
    }),
    in: z
      .array(z.union([z.string(), z.number()]))
      .optional()
      .meta({ description: 'The path of the value in that row.' }),
  })
  .meta({ id: 'LargeValue' });

export type LargeValue = z.output<typeof largeValue>;

export const idempotencyKey = z.string().min(1).max(200).optional().meta({
  description:
    'Makes the request safe to repeat: a second one with this key gives the first result.',
});

/** Where a fork starts to execute. */
export const activationName = z.union([
  id,
  z.object({ node: id, activation: z.number().int().min(1).optional() }),
]);

/** How two runs differ. */
export const runsDiff = z.object({
  equal: z.boolean(),
  differences: z.array(z.object({ what: z.string(), before: json, after: json })),
});

/** What a run answers its caller. */
export const runAnswer = z
  .object({
    run: z.string(),
    from: z.enum(['response', 'end']).meta({
      description: 'response: a `respond` node gave it; end: the run has ended without one.',
    }),
    status: z.number(),
    headers: z.record(z.string(), z.string()),
    value: json,
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: 'RunAnswer' });
