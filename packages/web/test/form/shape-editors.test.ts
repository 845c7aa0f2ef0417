// Goal: no setting of a native node is forgotten. Method: list every setting at every depth with the field that edits it.
import { nativeNodes, type Field, type Shape } from '@skein/dialects';
import { describeSteps, nativeKinds, type NativeType } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { unsetWords } from '../../src/form/inputs/unset-words.ts';
import { uiSchemaOf } from '../../src/form/schema/ui-schema.ts';
import { stepForm } from '../../src/form/step-form.ts';
import { settingsFields } from '../../src/form/settings-fields.ts';
import { nativeForm } from '../../src/graph/forms/native-form.ts';
import { isObject, type Json, type JsonObject } from '@skein/kernel';

/** What edits a setting, by the words of the form; `input`: the one of the library for its type. */
function editorsOf(type: NativeType): Readonly<Record<string, string>> {
  const ui = uiSchemaOf(nativeForm.configSchema(type), {
    ...settingsFields,
    raw: nativeForm.rawFields?.(type),
    settings: nativeForm.settings?.(type),
  }) as unknown as JsonObject;
  const found: Record<string, string> = {};
  const add = (path: string, fields: ReadonlyMap<string, Field>, at: Json | undefined) => {
    for (const [key, { shape }] of fields) {
      const own = isObject(at) ? at[key] : undefined;
      const field = isObject(own) ? own : {};
      const editor = field['ui:field'] ?? field['ui:widget'];
      found[`${path}${key}`] = typeof editor === 'string' ? editor : 'input';
      const inner = recordOf(shape);
      if (inner !== null)
        add(`${path}${key}.`, inner, shape.kind === 'list' ? field['items'] : field);
    }
  };
  add('', nativeNodes[type].config.fields, ui);
  return found;
}

function recordOf(shape: Shape): ReadonlyMap<string, Field> | null {
  if (shape.kind === 'record') return shape.fields;
  return shape.kind === 'list' && shape.of.kind === 'record' ? shape.of.fields : null;
}

/** A reference may stand here. */
function takesValue(shape: Shape): boolean {
  if (shape.kind === 'any') return shape.isSchema !== true;
  return shape.kind !== 'record' && shape.template === true;
}

/** The settings that a reference may stand in, at every depth. */
function valuesIn(fields: ReadonlyMap<string, Field>, path = ''): readonly string[] {
  return [...fields].flatMap(([key, { shape }]) => {
    const at = `${path}${key}`;
    const inner = recordOf(shape);
    return [
      ...(takesValue(shape) ? [at] : []),
      ...(inner === null ? [] : valuesIn(inner, `${at}.`)),
    ];
  });
}

/** Fields with chips, expressions and the picker; `input` is one wherever the type allows a text. */
const withPicker = new Set([
  'prompt',
  'template',
  'value',
  'values',
  'lines',
  'input',
  'address',
  'condition',
  'arguments',
  'duration',
  'durations',
  'records',
]);
/** Chosen from what is registered, or computed. */
const chosen = new Set(['model', 'tool', 'tools', 'function', 'version', 'effort', 'code']);

describe('the field of every setting', () => {
  it.each(Object.keys(nativeNodes) as readonly NativeType[])('[W1850] of %s', (type) => {
    const editors = editorsOf(type);
    const raw = new Set(nativeKinds.get(type)?.rawKeys ?? []);
    const lacking = valuesIn(nativeNodes[type].config.fields).filter((at) => {
      const isRaw = raw.has(at.split('.')[0] ?? '') && !/when$|condition$/.test(at);
      const editor = editors[at] ?? '';
      return !isRaw && !withPicker.has(editor) && !chosen.has(editor);
    });
    expect(lacking).toEqual([]);
    expect(editors).toEqual(listed[type]);
  });
});

const model = {
  model: 'model',
  system: 'prompt',
  schema: 'fields',
  context: 'input',
  temperature: 'input',
  topP: 'input',
  frequencyPenalty: 'input',
  presencePenalty: 'input',
  stopSequences: 'lines',
  reasoningEffort: 'effort',
  maxOutputTokens: 'input',
  images: 'value',
};
const notify = {
  notify: 'input',
  'notify.to': 'lines',
  'notify.remindAfterMs': 'durations',
  'notify.escalateTo': 'value',
  'notify.escalateAfterMs': 'durations',
  'notify.expiresAfterMs': 'duration',
};
const wait = { deadlineMs: 'duration', who: 'lines', ...notify };

/** A new setting is added here, once somebody has looked at its field. */
const listed: Readonly<Record<NativeType, Readonly<Record<string, string>>>> = {
  start: { schema: 'fields' },
  function: { name: 'function', args: 'arguments' },
  code: {
    code: 'code',
    language: 'input',
    args: 'template',
    tools: 'tools',
    ports: 'lines',
    schema: 'fields',
    limits: 'input',
    'limits.cpuMs': 'duration',
    'limits.memoryMb': 'input',
    approve: 'tools',
    who: 'lines',
    ...notify,
  },
  transform: { value: 'template' },
  respond: { value: 'template', status: 'value', headers: 'values' },
  data: { from: 'value', steps: 'records', 'steps.op': 'input' },
  llm: { prompt: 'prompt', ...model },
  agent: {
    prompt: 'prompt',
    note: 'prompt',
    ...model,
    tools: 'tools',
    maxTurns: 'input',
    approve: 'tools',
    who: 'lines',
    ...notify,
    turns: 'input',
  },
  tool: {
    tool: 'tool',
    args: 'arguments',
    calls: 'records',
    'calls.id': 'input',
    'calls.name': 'input',
    'calls.arguments': 'template',
    'calls.problem': 'input',
    'calls.problem.reason': 'input',
    'calls.problem.message': 'input',
    context: 'input',
    approve: 'tools',
    who: 'lines',
    ...notify,
  },
  http: {
    allowStatus: 'value',
    auth: 'alternatives',
    'auth.basic': 'input',
    'auth.basic.password': 'secret',
    'auth.basic.user': 'input',
    'auth.bearer': 'secret',
    'auth.body': 'input',
    'auth.body.path': 'input',
    'auth.body.secret': 'secret',
    'auth.connection': 'input',
    'auth.header': 'input',
    'auth.header.name': 'input',
    'auth.header.secret': 'secret',
    'auth.path': 'input',
    'auth.path.placeholder': 'input',
    'auth.path.secret': 'secret',
    'auth.query': 'input',
    'auth.query.name': 'input',
    'auth.query.secret': 'secret',
    body: 'alternatives',
    'body.file': 'value',
    'body.form': 'values',
    'body.json': 'template',
    'body.multipart': 'values',
    'body.text': 'prompt',
    'body.type': 'input',
    full: 'input',
    headers: 'values',
    idempotent: 'input',
    method: 'input',
    pagination: 'alternatives',
    'pagination.cursor': 'input',
    'pagination.cursor.in': 'input',
    'pagination.cursor.param': 'input',
    'pagination.cursor.path': 'input',
    'pagination.items': 'input',
    'pagination.itemsMax': 'input',
    'pagination.next': 'template',
    'pagination.page': 'input',
    'pagination.page.param': 'input',
    'pagination.page.size': 'input',
    'pagination.page.start': 'input',
    'pagination.page.step': 'input',
    'pagination.pagesMax': 'input',
    query: 'values',
    response: 'input',
    timeoutMs: 'duration',
    url: 'address',
  },
  store: {
    do: 'input',
    key: 'input',
    value: 'template',
    scope: 'input',
    default: 'template',
    ttlMs: 'duration',
    ifRevision: 'input',
    cursor: 'input',
    limit: 'input',
  },
  set: { set: 'values', append: 'values', extend: 'values', increment: 'values', remove: 'lines' },
  if: { condition: 'condition' },
  switch: { cases: 'records', 'cases.name': 'input', 'cases.when': 'condition', first: 'input' },
  partition: {
    items: 'value',
    cases: 'records',
    'cases.name': 'input',
    'cases.when': 'condition',
    rest: 'input',
    all: 'input',
  },
  map: {
    items: 'value',
    with: 'template',
    workflow: 'workflow',
    version: 'version',
    concurrency: 'input',
    atLeast: 'input',
    rest: 'input',
    failures: 'input',
  },
  subworkflow: { workflow: 'workflow', version: 'version', input: 'arguments' },
  delay: { ms: 'duration', until: 'value' },
  approval: { prompt: 'prompt', schema: 'fields', otherText: 'input', ...wait },
  input: { prompt: 'prompt', schema: 'fields', ...wait },
  event: { name: 'input', when: 'condition', deadlineMs: 'duration' },
  emit: { name: 'input', data: 'template' },
  join: {},
  fail: { message: 'value', code: 'value' },
  stop: { reason: 'value' },
  end: { value: 'template' },
};

it('[W4303] what is never an object offers no fields', () => {
  const [delay, map] = [editorsOf('delay'), editorsOf('map')];
  expect([delay['until'], map['items'], map['with']]).toEqual(['value', 'value', 'template']);
  const merge = describeSteps().find(({ settings }) =>
    settings.some(({ name }) => name === 'with'),
  );
  expect(stepForm(merge!).named.fields['with']).toMatchObject({ 'ui:field': 'value' });
});

it('[W3774] a choice that may be left says what applies then', () => {
  const { properties } = nativeForm.configSchema('http') as {
    readonly properties: Readonly<Record<'method' | 'response', JsonObject>>;
  };
  expect(unsetWords(properties.method)).toBe('Default: GET, or POST with a body');
  expect(unsetWords(properties.response)).toBe('Default: auto');
  // Its description says nothing about it.
  const map = nativeForm.configSchema('map') as { readonly properties: { rest: JsonObject } };
  expect(unsetWords(map.properties.rest)).toBe('Default: Stop them');
  expect(unsetWords({ default: 'slow', description: 'How fast.' })).toBe('Default: slow');
  expect(unsetWords({ description: 'How fast; default fast.' })).toBe('Not set');
});
