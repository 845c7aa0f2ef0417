// Walks a config value and builds its template. Does not own a syntax: `readText` is the native one or a dialect's, so
// that all dialects share the walk, the sharing of constants and the bound on depth.
import { isObject, setOwn, type Json, type JsonObject } from '../json.ts';
import { isList } from './is-list.ts';
import { isExpression, type Template, type TextPart } from './template.ts';
import type { TemplateProblem } from './template-problem.ts';

/** A text cut into literal pieces, references and expressions. A part that does not parse is a problem and stays a literal piece. */
export interface TextParts {
  readonly parts: readonly TextPart[];
  readonly problems: readonly Omit<TemplateProblem, 'path'>[];
}

export interface TemplateOptions {
  /** Top-level keys whose values are not templates: kept unchanged, including escapes. */
  readonly rawKeys?: readonly string[] | undefined;
  /** Top-level keys whose texts stay text, even when they are exactly one reference. */
  readonly textKeys?: readonly string[] | undefined;
}

export interface ParsedTemplate {
  readonly template: Template;
  readonly problems: readonly TemplateProblem[];
}

/** Callers reject deeper definitions with `TOO_DEEP`; this limit keeps the recursion safe for callers that do not. */
const TEMPLATE_DEPTH_MAX = 200;

export function buildTemplate(
  value: Json,
  readText: (text: string) => TextParts,
  options: TemplateOptions,
): ParsedTemplate {
  const walk: Walk = { readText, options, path: [], problems: [] };
  return { template: build(walk, value), problems: walk.problems };
}

interface Walk {
  readonly readText: (text: string) => TextParts;
  readonly options: TemplateOptions;
  readonly path: (string | number)[];
  readonly problems: TemplateProblem[];
}

function build(walk: Walk, value: Json): Template {
  if (typeof value === 'string') return buildText(walk, value, false);
  const list = isList(value);
  if (!list && !isObject(value)) return { kind: 'constant', value };
  if (walk.path.length >= TEMPLATE_DEPTH_MAX) {
    walk.problems.push({
      path: [...walk.path],
      message: `The value is nested over ${TEMPLATE_DEPTH_MAX} levels deep.`,
      hint: 'Flatten it, or pass the inner part as data of a run instead of config.',
    });
    return { kind: 'constant', value };
  }
  return list ? buildList(walk, value) : buildObject(walk, value);
}

function buildText(walk: Walk, text: string, staysText: boolean): Template {
  const { parts, problems } = walk.readText(text);
  for (const problem of problems) walk.problems.push({ path: [...walk.path], ...problem });
  if (parts.every((part) => typeof part === 'string')) {
    return { kind: 'constant', value: parts.join('') };
  }
  const [only] = parts;
  if (only !== undefined && isExpression(only) && parts.length === 1 && !staysText) {
    return { kind: 'expression', expression: only };
  }
  // A text form asks for text, so only a reference without one preserves the value's type.
  const isAlone = parts.length === 1 && typeof only === 'object' && !staysText;
  if (isAlone && !isExpression(only) && only.form === undefined) {
    return { kind: 'reference', reference: only };
  }
  return { kind: 'text', parts };
}

function buildList(walk: Walk, list: readonly Json[]): Template {
  const items: Template[] = [];
  for (const [index, item] of list.entries()) {
    walk.path.push(index);
    items.push(build(walk, item));
    walk.path.pop();
  }
  if (items.every((item, index) => isConstant(item) && item.value === list[index])) {
    return { kind: 'constant', value: list };
  }
  // Escapes alone change a value without making it depend on anything.
  if (items.every(isConstant)) return { kind: 'constant', value: items.map((item) => item.value) };
  return { kind: 'list', items };
}

function buildObject(walk: Walk, object: JsonObject): Template {
  const entries: (readonly [string, Template])[] = [];
  let constants = 0;
  let unchanged = 0;
  for (const [key, value] of Object.entries(object)) {
    const template = buildEntry(walk, key, value);
    entries.push([key, template]);
    if (!isConstant(template)) continue;
    constants++;
    if (template.value === value) unchanged++;
  }
  if (unchanged === entries.length) return { kind: 'constant', value: object };
  if (constants < entries.length) return { kind: 'object', entries };
  const copy: { [key: string]: Json } = {};
  for (const [key, template] of entries)
    if (isConstant(template)) setOwn(copy, key, template.value);
  return { kind: 'constant', value: copy };
}

function buildEntry(walk: Walk, key: string, value: Json): Template {
  const topLevel = walk.path.length === 0;
  if (topLevel && walk.options.rawKeys?.includes(key)) return { kind: 'constant', value };
  walk.path.push(key);
  const staysText = topLevel && walk.options.textKeys?.includes(key) === true;
  const template =
    staysText && typeof value === 'string' ? buildText(walk, value, true) : build(walk, value);
  walk.path.pop();
  return template;
}

function isConstant(template: Template): template is Template & { readonly kind: 'constant' } {
  return template.kind === 'constant';
}
