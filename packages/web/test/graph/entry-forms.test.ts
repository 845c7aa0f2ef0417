// Goal: what a dialect says about a node type is what the studio shows. Method: compare every form with the entry.
import { nodeEntries, sessionStepShape, type DialectName, type NodeEntry } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { paletteOf, searchPalette } from '../../src/graph/forms/palette.ts';
import { objectAt, textAt } from '../../src/graph/own-keys.ts';
import { stepSchema } from '../../src/graph/pipeline/make-step.ts';

/** Keys of definitions that say nothing to somebody who does not know the format. */
const bareWords = new Set([
  'All',
  'Allow status',
  'Approve',
  'Auth',
  'Context',
  'Do',
  'Full',
  'Idempotent',
  'If revision',
  'Max turns',
  'Other text',
  'System',
  'To',
  'Ttl',
  'Who',
]);

type Shape = NodeEntry['config'];
type Entry = readonly [dialect: DialectName, type: string, entry: NodeEntry];

const entries = Object.entries(nodeEntries).flatMap(([dialect, types]) =>
  // Its keys are those of the type.
  Object.entries(types).map(([type, entry]): Entry => [dialect as DialectName, type, entry]),
);

/** What people may set: all keys of the shape but those that programs write. */
function shownKeys({ fields }: Shape): readonly string[] {
  return [...fields].flatMap(([key, { isHidden }]) => (isHidden === true ? [] : [key]));
}

function formOf(dialect: DialectName, type: string): JsonObject {
  return dialect === 'pipeline' ? stepSchema(type) : findForm(dialect)!.configSchema(type);
}

/** The records that lie in a shape, as paths into the schema of its form. */
function recordsIn(shape: Shape, form: JsonObject): readonly (readonly [Shape, JsonObject])[] {
  const inner = [...shape.fields].flatMap(([key, field]) => {
    const schema = objectAt(objectAt(form, 'properties'), key);
    const { shape: of } = field;
    if (of.kind === 'record') return recordsIn(of, schema);
    if (of.kind === 'list' && of.of.kind === 'record')
      return recordsIn(of.of, objectAt(schema, 'items'));
    return [];
  });
  return [[shape, form], ...inner];
}

describe.each(entries)('the form of %s %s', (dialect, type, entry) => {
  it('[W71] has every setting of the entry, at every depth, and no other', () => {
    const isSession = dialect === 'session-graph';
    const written = isSession ? (entry as NodeEntry & { function: string }).function : type;
    const whole = formOf(dialect, written || type);
    const form = isSession ? objectAt(objectAt(whole, 'properties'), 'input') : whole;
    for (const [shape, schema] of recordsIn(entry.config, form))
      expect(Object.keys(objectAt(schema, 'properties'))).toEqual(shownKeys(shape));
    if (!isSession) return;
    const own = shownKeys(sessionStepShape).filter(
      (key) => written !== '' || (key !== 'function' && key !== 'input'),
    );
    expect(Object.keys(objectAt(whole, 'properties'))).toEqual(own);
  });

  it('[W71] every setting has a title and says what it is', () => {
    const form = formOf(dialect, type);
    for (const setting of Object.values(objectAt(form, 'properties')))
      expect(setting).toMatchObject({ title: expect.any(String), description: expect.any(String) });
  });

  it('[W3939] no label is a bare word of the format', () => {
    if (dialect !== 'native') return;
    const titles = recordsIn(entry.config, formOf(dialect, type))
      .flatMap(([, schema]) => Object.values(objectAt(schema, 'properties')))
      .map((setting) => textAt(setting as JsonObject, 'title'));
    expect(titles.filter((title) => bareWords.has(title))).toEqual([]);
    // The first field of every node is its name.
    const own = Object.values(objectAt(formOf(dialect, type), 'properties'));
    expect(own.filter((setting) => textAt(setting as JsonObject, 'title') === 'Name')).toEqual([]);
  });

  it('[W71] is found by its name and by every keyword', () => {
    const palette = paletteOf(nodeEntries[dialect]);
    for (const word of [entry.name, entry.name.toUpperCase(), type, ...entry.keywords])
      expect(searchPalette(palette, word).map((found) => found.type)).toContain(type);
    expect(entry.keywords.join()).toBe(entry.keywords.join().toLowerCase());
    expect(new Set(entry.keywords).size).toBe(entry.keywords.length);
  });
});

it.each([
  ['gpt', 'llm'],
  ['for each', 'map'],
  ['loop', 'map'],
  ['sleep', 'delay'],
  ['human review', 'approval'],
  ['else', 'if'],
  ['webhook', 'event'],
])('[W71] "%s" finds %s', (word, type) => {
  const palette = paletteOf(nodeEntries.native);
  expect(searchPalette(palette, word).map((found) => found.type)).toContain(type);
});

it.each([
  ['model', 'llm'],
  ['Model c', 'llm'],
  ['set', 'set'],
  ['if', 'if'],
  ['end', 'end'],
])('[W3101] "%s" finds %s first', (word, type) => {
  const palette = paletteOf(nodeEntries.native);
  expect(searchPalette(palette, word)[0]?.type).toBe(type);
});

it('[W71] an empty search finds everything, an unknown word nothing', () => {
  const palette = paletteOf(nodeEntries.native);
  expect(searchPalette(palette, ' ')).toEqual(palette);
  expect(searchPalette(palette, 'zebra')).toEqual([]);
});
