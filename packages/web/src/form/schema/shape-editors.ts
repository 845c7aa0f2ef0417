// Which field edits which setting
// One table, keyed by the closed list of shapes that settings have: a setting of a node has a field because of what it holds, and
// a new kind of shape does not compile until it has one.
import type { Field, Shape } from '@skein/dialects';
import { isDuration } from '../../graph/forms/config-schema.ts';
import type { FieldName, WidgetName } from './field-names.ts';

/** `null`: the input that the library makes for its type. `group`: fields of its own. `textarea`, `checkboxes`: of the library. */
export type Editor = WidgetName | FieldName | 'group' | 'textarea' | 'checkboxes' | null;

type EditorOf = {
  readonly [Kind in Shape['kind']]: (shape: Extract<Shape, { kind: Kind }>, key: string) => Editor;
};

const editors: EditorOf = {
  any: ({ isSchema }) => (isSchema === true ? 'fields' : 'template'),
  text: ({ template }, key) => (template === true && longTexts.test(key) ? 'prompt' : null),
  number: (_, key) => (isDuration(key) ? 'duration' : null),
  boolean: () => null,
  choice: () => null,
  object: ({ isSchema }) => (isSchema === true ? 'fields' : 'template'),
  record: () => 'group',
  dictionary: () => 'values',
  list: ({ of }, key) => {
    if (of.kind === 'record') return 'records';
    if (of.kind === 'text' && key === 'tools') return 'tools';
    return of.kind === 'text' ? 'lines' : 'value';
  },
  // Several forms of one thing: what has a form of its own is built, everything else is a value.
  either: ({ of }, key) => {
    if (of.some((each) => 'isSchema' in each && each.isSchema)) return 'fields';
    if (isDuration(key)) return 'durations';
    return of.some(canBeObject) ? 'template' : 'value';
  },
};

function canBeObject({ kind }: Shape): boolean {
  return kind === 'any' || kind === 'object' || kind === 'record' || kind === 'dictionary';
}

const held: Readonly<Record<NonNullable<Field['holds']>, Editor>> = {
  function: 'function',
  arguments: 'arguments',
  version: 'version',
  address: 'address',
};

export function editorOf(key: string, { shape, holds, isSingle }: Field): Editor {
  if (holds !== undefined) return held[holds];
  if (isSingle === true) return 'value';
  if (key === 'note' && shape.kind === 'text') return 'prompt';
  // The entry of its kind, which takes it.
  const entry = editors[shape.kind] as (shape: Shape, key: string) => Editor;
  return entry(shape, key);
}

export const longTexts = /prompt|instructions|message|^system$|^user$/i;
