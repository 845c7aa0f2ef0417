// Resolving
// Puts values into a template. Invariants:
// R1. Values are shared, never copied; a constant costs nothing.
// R2. Inserted text is not scanned again: pieces are joined, nothing is searched or replaced in the result.
// R3. All that is missing is reported at once, each once; an expression that fails is reported before that.
import type { Failure } from '../failure.ts';
import { setOwn, type Json } from '../json.ts';
import { SIZE_MAX } from '../values/json-weight.ts';
import { isPort, readValue, resolveReference } from './resolve-reference.ts';
import {
  isExpression,
  type Expression,
  type Reference,
  type Scope,
  type Template,
  type TextForm,
  type TextPart,
} from './template.ts';
import { briefOf, textOf } from './text-of.ts';
import type { Unresolved } from './unresolved.ts';

export { resolveReference } from './resolve-reference.ts';

export type Resolved =
  | { readonly ok: true; readonly value: Json }
  /** Empty when a text was too long to be put together, and when an expression failed. */
  | { readonly ok: false; readonly missing: readonly Unresolved[]; readonly failure?: Failure };

export function resolveTemplate(template: Template, scope: Scope): Resolved {
  if (template.kind === 'constant') return { ok: true, value: template.value };
  if (template.kind === 'reference') {
    const value = resolveReference(template.reference, scope);
    if (value !== undefined) return { ok: true, value };
    return { ok: false, missing: [template.reference] };
  }
  const trouble: Trouble = { missing: null, failure: null, isTooLong: false };
  const value = resolve(template, scope, trouble);
  const { missing, failure, isTooLong } = trouble;
  if (failure !== null) return { ok: false, missing: [], failure };
  if (missing !== null) return { ok: false, missing: [...missing.values()] };
  return isTooLong ? { ok: false, missing: [] } : { ok: true, value };
}

interface Trouble {
  /** Made with the first, which most templates do not have. */
  missing: Map<string, Unresolved> | null;
  failure: Failure | null;
  isTooLong: boolean;
}

/** Where something is missing the value is useless; the walk continues only to find what else is missing. */
function resolve(template: Template, scope: Scope, trouble: Trouble): Json {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'reference': {
      const value = resolveReference(template.reference, scope);
      if (value === undefined) return note(template.reference.text, template.reference, trouble);
      return value;
    }
    case 'expression':
      return evaluate(template.expression, scope, trouble) ?? null;
    case 'text': {
      let text = '';
      for (const part of template.parts) {
        const piece = resolvePart(part, scope, trouble);
        if (text.length + piece.length > SIZE_MAX) trouble.isTooLong = true;
        else text += piece;
      }
      return text;
    }
    case 'list':
      return template.items.map((item) => resolve(item, scope, trouble));
    case 'object': {
      const object: { [key: string]: Json } = {};
      for (const entry of template.entries)
        setOwn(object, entry[0], resolve(entry[1], scope, trouble));
      return object;
    }
  }
}

function resolvePart(part: TextPart, scope: Scope, trouble: Trouble): string {
  if (typeof part === 'string') return part;
  if (!isExpression(part)) return resolveText(part, scope, trouble);
  const value = evaluate(part, scope, trouble);
  return value === undefined ? '' : textOf(value);
}

function evaluate(expression: Expression, scope: Scope, trouble: Trouble): Json | undefined {
  const evaluated = expression.evaluate(scope);
  if (evaluated.ok) return evaluated.value;
  if ('failure' in evaluated) trouble.failure ??= evaluated.failure;
  else note(expression.text, { expression, missing: evaluated.missing }, trouble);
  return undefined;
}

function resolveText(reference: Reference, scope: Scope, trouble: Trouble): string {
  const { form, default: fallback } = reference;
  const value = readValue(reference, scope);
  if (value !== undefined) return formText(value, reference, { form, scope });
  // A text default is inserted as written; the form is for values.
  if (typeof fallback === 'string') return fallback;
  const other = fallback === undefined ? undefined : readValue(fallback, scope);
  if (other !== undefined && fallback !== undefined) {
    return formText(other, fallback, { form: fallback.form ?? form, scope });
  }
  if (typeof fallback?.default === 'string') return fallback.default;
  if (isPort(reference)) return formText(null, reference, { form, scope });
  note(reference.text, reference, trouble);
  return '';
}

function formText(
  value: Json,
  { source, select }: Reference,
  { form, scope }: { readonly form: TextForm | undefined; readonly scope: Scope },
): string {
  if (form !== 'id' && form !== 'brief') return textOf(value, form);
  const node = source.kind === 'node' ? source.node : null;
  const hasId = node !== null || source.kind === 'trigger';
  const isOutput = hasId && select !== 'status' && select !== 'all';
  const id = isOutput ? scope.outputId(node, select) : undefined;
  return form === 'id' ? (id ?? '') : briefOf(value, id);
}

function note(text: string, unresolved: Unresolved, trouble: Trouble): null {
  trouble.missing ??= new Map();
  if (!trouble.missing.has(text)) trouble.missing.set(text, unresolved);
  return null;
}
