import { sessionSteps, sessionStepShape } from '@skein/dialects';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { objectAt, textAt, withKey, withKeys } from '../own-keys.ts';
import type { NodeConfig } from '../sketch.ts';
import { formSchemaOf } from './config-schema.ts';
import type { DocumentForm, ReadNode } from './document-form.ts';
import { renameKeys, withNodeAt } from './native-form.ts';
import { initialConfigOf, paletteOf } from './palette.ts';
import { readStudioPosition, writeStudioPositions } from './studio-positions.ts';

/** Definitions name the function of a step, so the palette does. */
const palette = paletteOf(
  Object.fromEntries(
    Object.entries(sessionSteps).map(([type, step]) => [step.function || type, step]),
  ),
);

export const sessionForm: DocumentForm = {
  dialect: 'session-graph',
  palette,
  nodesKey: 'steps',
  edgesKey: () => 'paths',
  readNode,
  readEdge: (edge) => ({
    from: textAt(edge, 'from'),
    out: 'next',
    to: textAt(edge, 'to'),
    in: '',
    kind: 'flow',
  }),
  makeNode: (type, id) =>
    type === 'step' ? { id } : { id, function: type, input: initialConfigOf(palette, type) },
  makeEdge: ({ from, to }) => ({ from, to }),
  readPosition: (definition, node) => readStudioPosition(definition, textAt(node, 'id')),
  writePositions: writeStudioPositions,
  readConfig,
  writeConfig: (definition, index, config) =>
    withNodeAt(definition, 'steps', index, (step) => writeStep(step, config)),
  titleKey: () => null,
  renameEnds: (edge, from, to) => renameKeys(edge, ['from', 'to'], { from, to }),
  renameReferences: renameSessionReferences,
  configSchema: stepFormOf,
  edgeSchema: {
    type: 'object',
    properties: {
      conditions: {
        title: 'Condition',
        description: 'Without a condition, the path is always followed.',
      },
      operator: {
        type: 'string',
        title: 'Combine conditions',
        oneOf: [
          { const: 'AND', title: 'all must be true' },
          { const: 'OR', title: 'one is enough' },
        ],
      },
    },
  },
  fieldOf: (path) => path[0] ?? null,
  emptyDefinition: (name) => ({ name, steps: [{ id: 'root' }], paths: [] }),
};

/** A step without a function has no input either; one with a function of the host takes any. */
function stepFormOf(type: string): JsonObject {
  const form = formSchemaOf(sessionStepShape);
  const properties = objectAt(form, 'properties');
  if (type === 'step')
    return { ...form, properties: withKeys(properties, { function: undefined, input: undefined }) };
  const entry = palette.find((each) => each.type === type);
  if (entry === undefined) return form;
  const input = { title: 'Input', ...formSchemaOf(entry.config) };
  return { ...form, properties: { ...properties, input } };
}

function readNode(step: JsonObject): ReadNode | null {
  const id = textAt(step, 'id');
  if (id === '') return null;
  const type = textAt(step, 'function') || textAt(step, 'utility') || 'step';
  const entry = palette.find((each) => each.type === type);
  return {
    id,
    type,
    title: id,
    subtitle: textAt(step, 'description') || entry?.name || type,
    family: entry?.family ?? 'tool',
    ports: [{ id: 'next', label: '' }],
    hasInput: true,
    isHub: false,
  };
}

function readConfig(_: JsonObject, step: JsonObject): NodeConfig {
  const { id: _id, ...rest } = step;
  const input = ownValue(rest, 'input');
  if (typeof input !== 'string') return rest;
  // Definitions from the database hold the input as JSON text; a form needs the object.
  const parsed = parsedObject(input);
  return parsed === undefined ? rest : withKey(rest, 'input', parsed);
}

function writeStep(step: JsonObject, config: NodeConfig): JsonObject {
  const removed: { [key: string]: undefined } = {};
  for (const key of Object.keys(step))
    if (key !== 'id' && !Object.hasOwn(config, key)) removed[key] = undefined;
  const changed = withKeys(step, { ...removed, ...config });
  const input = ownValue(step, 'input');
  const next = ownValue(config, 'input');
  const isText = typeof input === 'string' && isObject(next) && parsedObject(input) !== undefined;
  return isText ? withKey(changed, 'input', JSON.stringify(next)) : changed;
}

function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `@{SESSION_ID}.from` where it cannot be the start of a longer step id. */
function renameSessionReferences(text: string, from: string, to: string): string {
  let result = '';
  let copied = 0;
  for (const found of text.matchAll(/@\{[^{}\s]{1,200}\}\./g)) {
    const at = found.index + found[0].length;
    const after = text[at + from.length] ?? '';
    if (!text.startsWith(from, at) || /[A-Za-z0-9_-]/.test(after)) continue;
    result += text.slice(copied, at) + to;
    copied = at + from.length;
  }
  return result + text.slice(copied);
}
