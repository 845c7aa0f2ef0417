// Reading the settings of one step: everything that is wrong is reported at once, each with its place.
import { isObject, ownValue, type Json, type JsonObject } from '../json.ts';
import { isList } from '../references/is-list.ts';
import type { TemplateProblem } from '../references/template-problem.ts';
import type { Template } from '../references/template.ts';
import { parseTemplate } from '../templates/parse-template.ts';
import { closestName } from '../values/closest-name.ts';
import { shortJson } from '../values/short-json.ts';
import { pathOf, type FieldPath } from './field-path.ts';

export type Path = readonly (string | number)[];

export interface StepReader {
  readonly settings: JsonObject;
  /** Of the step inside the config. */
  readonly path: Path;
  readonly problems: TemplateProblem[];
  /** What the step reads of the run. */
  readonly templates: { readonly template: Template; readonly path: Path }[];
}

/** What expressions in steps get for each row. */
export const ROW_NAMES = ['item', 'index'] as const;

/** Parts of a field: all of them are walked for every row. */
const PATH_MAX = 16;

export function settingOf({ settings }: StepReader, key: string): Json | undefined {
  return ownValue(settings, key) ?? undefined;
}

export function report(reader: StepReader, at: Path, message: string, hint: string): null {
  reader.problems.push({ path: [...reader.path, ...at], message, hint, code: 'BAD_STEP' });
  return null;
}

/** A value that may contain references and expressions: over `item` and `index`, or, without rows, the same for all of them. */
export function readTemplate(
  reader: StepReader,
  value: Json,
  at: Path,
  names: readonly string[] = ROW_NAMES,
): Template {
  const { template, problems } = parseTemplate(value, { names });
  const path = [...reader.path, ...at];
  for (const problem of problems) {
    reader.problems.push({ ...problem, path: [...path, ...problem.path] });
  }
  reader.templates.push({ template, path });
  return template;
}

export function readField(reader: StepReader, value: Json | undefined, at: Path): FieldPath | null {
  const path = typeof value === 'string' ? pathOf(value) : [''];
  if (typeof value === 'string' && value.includes('${')) {
    return report(reader, at, 'A field is a fixed name.', 'Use an expression over item instead.');
  }
  if (path.length > PATH_MAX) {
    const message = `The field has ${path.length} parts; it may have ${PATH_MAX}.`;
    return report(reader, at, message, 'Use an expression over item instead.');
  }
  if (path.every((part) => part !== '')) return path;
  const message = `Expected the name of a field, but found ${said(value)}.`;
  return report(reader, at, message, 'Write "price", or "address.city" for a field in a field.');
}

/** One field or a list of them; null when one is wrong or none is there. */
export function readFields(
  reader: StepReader,
  key: string,
  isNeeded: boolean,
): readonly FieldPath[] | null {
  const given = settingOf(reader, key);
  if (given === undefined && !isNeeded) return [];
  if (!isList(given)) {
    const field = readField(reader, given, [key]);
    return field && [field];
  }
  if (given.length === 0 && isNeeded) {
    return report(reader, [key], `"${key}" names no field.`, 'Name at least one.');
  }
  const fields = given.map((each, index) => readField(reader, each, [key, index]));
  const sound = fields.filter((field) => field !== null);
  return sound.length === fields.length ? sound : null;
}

/** An object with at least one key. */
export function readEntries(reader: StepReader, key: string): [string, Json][] | null {
  const given = settingOf(reader, key) ?? null;
  const entries = isObject(given) ? Object.entries(given) : [];
  if (entries.length > 0) return entries;
  const message = `"${key}" is an object with at least one key, but is ${said(given)}.`;
  return report(reader, [key], message, 'docs/data.md shows an example of every step.');
}

export function readName(reader: StepReader, value: Json | undefined, at: Path): string | null {
  if (typeof value === 'string' && value !== '' && !value.includes('${')) return value;
  const message = `Expected a name, but found ${said(value)}.`;
  return report(reader, at, message, 'Write the key that the rows get.');
}

export function readChoice<const Of extends string>(
  reader: StepReader,
  key: string,
  choices: readonly Of[],
  otherwise?: Of,
): Of | null {
  const given = settingOf(reader, key);
  if (given === undefined && otherwise !== undefined) return otherwise;
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  const list = choices.map((choice) => `"${choice}"`).join(', ');
  return report(reader, [key], `"${key}" cannot be ${said(given)}.`, `It is one of ${list}.`);
}

/** Whether there are no other keys; one that nothing reads was meant for something. */
export function hasOnly(
  reader: StepReader,
  given: JsonObject,
  {
    known,
    at,
    about = '',
  }: { readonly known: readonly string[]; readonly at: Path; readonly about?: string },
): boolean {
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown === undefined) return true;
  const what = at.length === 0 ? said(settingOf(reader, 'op')) : 'This';
  report(
    reader,
    [...at, unknown],
    `${what} has no setting "${unknown}".`,
    `${nearHint(unknown, known, 'It has')}${about}`,
  );
  return false;
}

/** Two values under one name would hide each other. */
export function checkNames(reader: StepReader, names: readonly string[], key: string): boolean {
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice === undefined) return true;
  const hint = 'Rename one of them in a step before, or leave it out.';
  report(reader, [key], `Two values of the rows would be called "${twice}".`, hint);
  return false;
}

/** What may have been meant, and what there is. */
export function nearHint(
  wanted: Json | undefined,
  known: readonly string[],
  lead = 'Known',
): string {
  const close = typeof wanted === 'string' ? closestName(wanted, known) : null;
  const meant = close === null ? '' : `Did you mean "${close}"? `;
  return `${meant}${lead}: ${known.join(', ')}.`;
}

/** In messages. */
export function said(value: Json | undefined): string {
  return value === undefined ? 'nothing' : shortJson(value);
}
