import type { Json } from '../json.ts';
import { nodeFields } from '../references/node-fields.ts';
import { isReserved, nameOf } from './name-of.ts';
import type { Arrow, Entry, Spread, Tree } from './syntax-tree.ts';

export interface WrittenTree {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly tree: Tree;
  /** Values that it gets: not nodes, whatever they are called. */
  readonly names: readonly string[];
}

/** The text of an expression, with another id wherever it reads this node; everything else stays as it is written. */
export function renameNode(
  { text, start, end, tree, names }: WrittenTree,
  from: string,
  to: string,
): string {
  const found: { readonly base: Tree; readonly locals: ReadonlySet<string> }[] = [];
  collect(tree, new Set(names), (base, locals) => {
    if ((base.kind === 'node' ? base.id : base.name) === from) found.push({ base, locals });
  });
  let renamed = '';
  let copied = start;
  for (const { base, locals } of found.toSorted((left, right) => left.base.at - right.base.at)) {
    renamed += `${text.slice(copied, base.at)}${nameOf(to, locals)}`;
    copied = base.end;
  }
  return renamed + text.slice(copied, end);
}

type Base = Extract<Tree, { readonly kind: 'node' | 'name' }>;
type Part = Tree | Spread | Arrow | Entry;

type Visit = (base: Base, locals: ReadonlySet<string>) => void;

function collect(part: Part, locals: ReadonlySet<string>, visit: Visit): void {
  const go = (inner: Part) => collect(inner, locals, visit);
  switch (part.kind) {
    case 'literal':
    case 'pattern':
      return;
    case 'name':
    case 'node': {
      const isLocal = part.kind === 'name' && locals.has(part.name);
      const isNode = part.kind === 'node' || !isReserved(part.name);
      if (!isLocal && isNode) visit(part, locals);
      return;
    }
    case 'member':
      return isNodeCalledState(part.of, part.key, locals) ? visit(part.of, locals) : go(part.of);
    case 'unary':
    case 'spread':
      return go(part.of);
    case 'index': {
      const { of, key } = part;
      const name = key.kind === 'literal' ? key.value : null;
      if (isNodeCalledState(of, name, locals)) return visit(of, locals);
      go(of);
      return go(key);
    }
    case 'method':
      go(part.of);
      return part.given.forEach(go);
    case 'call':
      return part.given.forEach(go);
    case 'binary':
      go(part.left);
      return go(part.right);
    case 'choice':
      go(part.test);
      go(part.chosen);
      return go(part.otherwise);
    case 'list':
      return part.items.forEach(go);
    case 'object':
      return part.entries.forEach(go);
    case 'entry':
      if (typeof part.key !== 'string') go(part.key);
      return go(part.value);
    case 'text':
      return part.parts.forEach((each) => {
        if (typeof each !== 'string') go(each);
      });
    case 'arrow': {
      return collect(part.body, new Set([...locals, ...part.parameters]), visit);
    }
  }
}

/** `state.output` is read of a node, `state.count` of the run. */
function isNodeCalledState(of: Tree, key: Json, locals: ReadonlySet<string>): of is Base {
  if (of.kind !== 'name' || of.name !== 'state' || locals.has('state')) return false;
  return typeof key === 'string' && nodeFields.has(key);
}
