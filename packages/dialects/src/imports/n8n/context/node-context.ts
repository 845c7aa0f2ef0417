// What the converter of a node type works with
// It reads parameters, turns texts and expressions into templates, and says what is lost. An expression that has no native form is
// collected: in a second try code in front of the node computes it, or it is a loss.
import { isObject, setOwn, type Json, type JsonObject } from '@skein/kernel';
import {
  convertText,
  convertToExpression,
  isTemplate,
  piecesOf,
} from '../expressions/convert-text.ts';
import { convertExpression } from '../expressions/convert-expression.ts';
import type { ExpressionScope } from '../expressions/expression-scope.ts';
import { NotConverted } from '../expressions/not-converted.ts';
import { certain, json, type Said } from '../expressions/said.ts';
import { valueAt, type JsonPath, type N8nNode } from '../read/n8n-workflow.ts';
import { freeId, loseOf, type Conversion, type LossWords } from './conversion.ts';
import type { NativeNode } from './piece.ts';
import { plainText } from '../read/plain-text.ts';

export interface NodeContext {
  readonly conversion: Conversion;
  readonly node: N8nNode;
  /** Of the native node that has the items. */
  readonly id: string;
  /** Where each item is read: `${previous}`, or its first item only. */
  readonly items: string;
  readonly scope: ExpressionScope;
  /** Expressions that only code can compute, in the order in which they were asked for. */
  readonly hard: readonly string[];
  /** The parameter at a path, as the file has it. */
  readonly raw: (...path: JsonPath) => Json | undefined;
  /** A parameter that is a fixed text, with the default that n8n leaves out. */
  readonly choice: (path: JsonPath, otherwise: string) => string;
  /** Any value as a native template, with all expressions in it converted. */
  readonly template: (value: Json | undefined) => Json;
  /** A value as a part of an expression. */
  readonly expression: (value: Json | undefined) => Said;
  readonly lose: (words: LossWords) => void;
  /** A native node beside the one with the items. */
  readonly extraId: (suffix: string) => string;
  readonly native: (
    type: string,
    config: NativeNode['config'],
    settings?: NativeNode['settings'],
  ) => NativeNode;
}

/** `code`: what is hard is computed before, by code; `collect`: it is only counted; `lose`: it is a loss. */
export type HardMode = 'collect' | 'code' | 'lose';

export function createContext(
  conversion: Conversion,
  node: N8nNode,
  { scope, mode }: { readonly scope: ExpressionScope; readonly mode: HardMode },
): NodeContext {
  const hard: string[] = [];
  const id = conversion.ids.get(node) ?? '';
  const lose = (words: LossWords): void => loseOf(conversion, node, words);
  const say = (source: string): Said => {
    try {
      return convertExpression(source, scope);
    } catch (error) {
      if (!(error instanceof NotConverted)) throw error;
      if (mode === 'code' && !error.isHopeless) {
        return json(`item.values[${hard.push(source) - 1}]`);
      }
      if (!error.isHopeless) hard.push(source);
      if (mode === 'lose' || error.isHopeless) lose(expressionLoss(node.name, source, error));
      return certain('null');
    }
  };
  const template = (value: Json | undefined): Json => {
    if (typeof value === 'string') return convertText(value, { say });
    if (Array.isArray(value)) return value.map((item: Json) => template(item));
    if (!isObject(value)) return value ?? null;
    const result: { [key: string]: Json } = {};
    for (const [key, item] of Object.entries(value)) setOwn(result, key, template(item));
    return result;
  };
  return {
    conversion,
    node,
    id,
    items: node.isOnce ? '${= previous.slice(0, 1) }' : '${previous}',
    scope,
    hard,
    raw: (...path) => valueAt(node.parameters, path),
    choice: (path, otherwise) => {
      const value = valueAt(node.parameters, path);
      const isFixed = typeof value === 'string' && value !== '' && !isTemplate(value);
      return isFixed ? value : otherwise;
    },
    template,
    expression: (value) => {
      try {
        return expressionOf(value, say);
      } catch (error) {
        // A text that is too long for one expression, which code may be.
        if (!(error instanceof NotConverted)) throw error;
        hard.push('');
        if (mode === 'lose')
          lose(expressionLoss(node.name, plainText(value, JSON.stringify(value)), error));
        return certain('null');
      }
    },
    lose,
    extraId: (suffix) => freeId(conversion, `${id}_${suffix}`),
    native: (type, config, settings = {}) => ({ id, type, name: node.name, config, settings }),
  };
}

function expressionOf(value: Json | undefined, say: (source: string) => Said): Said {
  if (typeof value === 'string') return convertToExpression(value, { say });
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => expressionOf(item, say).text);
    return certain(`[${items.join(', ')}]`);
  }
  if (!isObject(value)) return certain(JSON.stringify(value ?? null));
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${expressionOf(item, say).text}`,
  );
  return certain(entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`);
}

const SHOWN_MAX = 80;

function expressionLoss(name: string, source: string, { reason }: NotConverted): LossWords {
  const trimmed = source.trim().replaceAll(/\s+/g, ' ');
  const shown = trimmed.length > SHOWN_MAX ? `${trimmed.slice(0, SHOWN_MAX)}…` : trimmed;
  return {
    kind: 'expression',
    message: `"${name}" computes {{ ${shown} }}, which is not converted because ${reason.replace(/^of /, 'there is no counterpart of ')}.`,
    hint: 'Write it as an expression of Skein (docs/expressions.md), or compute it in a code node.',
  };
}

/** Every expression of a value, for what only counts or repeats them. */
export function expressionsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') {
    if (!isTemplate(value)) return [];
    return piecesOf(value).flatMap(({ kind, text }) => (kind === 'expression' ? [text] : []));
  }
  if (Array.isArray(value)) return value.flatMap((item: Json) => expressionsIn(item));
  return isObject(value) ? Object.values(value).flatMap((item) => expressionsIn(item)) : [];
}

/** An object of named values, as n8n's lists of pairs hold them. */
export function pairsOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: Json) => {
    if (!isObject(pair)) return [];
    const { name, key, value: held }: JsonObject = pair;
    const named = name ?? key;
    return typeof named === 'string' && named !== '' ? [[named, held ?? '']] : [];
  });
}
