// One node of n8n becomes a piece
// What holds for all types is done here: expressions that only code can compute, and the settings that every node has.
import type { Json } from '@skein/kernel';
import { valuesBefore } from '../code/code-for-each.ts';
import type { NodeConverter } from '../nodes/node-converter.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { freeId, loseOf, type Conversion } from '../context/conversion.ts';
import { helperWords } from '../agents/helper-words.ts';
import { mendersOf } from '../agents/menders-of.ts';
import { disabledWords } from '../context/disabled-words.ts';
import { allBelow } from '../context/helpers-of.ts';
import { describeNode } from '../context/describe-node.ts';
import { createContext, type HardMode, type NodeContext } from '../context/node-context.ts';
import { chainOf, type Exit, type NativeNode, type Piece } from '../context/piece.ts';
import { scopeOf, wrappedItem } from '../context/scope-of.ts';

export function convertNode(
  conversion: Conversion,
  node: N8nNode,
  converter: NodeConverter,
): Piece {
  if (node.isDisabled) return disabledPiece(conversion, node);
  const piece = withDescription(conversion, node, withHard(conversion, node, converter));
  return withOnce(conversion, node, withFailures(conversion, node, withSettings(node, piece)));
}

function contextFor(
  conversion: Conversion,
  node: N8nNode,
  converter: NodeConverter,
  mode: HardMode,
): NodeContext {
  return createContext(conversion, node, {
    scope: scopeOf(conversion, node, converter.words),
    mode,
  });
}

function withHard(conversion: Conversion, node: N8nNode, converter: NodeConverter): Piece {
  const { hard, words } = converter;
  const first = contextFor(conversion, node, converter, 'collect');
  const taken = conversion.takenIds.size;
  const piece = converter.convert(first);
  if (first.hard.length === 0) return piece;
  // The ids of the first try are free again.
  for (const id of [...conversion.takenIds].slice(taken)) conversion.takenIds.delete(id);
  // What code cannot take over either is told.
  if (typeof hard === 'function') return hard(contextFor(conversion, node, converter, 'lose'));
  if (hard === 'lost' || !words.isEach) {
    return converter.convert(contextFor(conversion, node, converter, 'lose'));
  }
  const scope = scopeOf(conversion, node, wrappedItem);
  const context = createContext(conversion, node, { scope, mode: 'code' });
  const behind = converter.convert(context);
  const before = valuesBefore(contextFor(conversion, node, converter, 'collect'), context.hard);
  return {
    ...behind,
    nodes: [before, ...behind.nodes],
    edges: [{ from: before.id, to: behind.entry }, ...behind.edges],
    entry: before.id,
  };
}

/** Hands its first input on; what would leave by another output never does. What it and those below it did is kept for people. */
function disabledPiece(conversion: Conversion, node: N8nNode): Piece {
  const id = conversion.ids.get(node) ?? '';
  const below = allBelow(conversion.workflow, node);
  const native: NativeNode = {
    id,
    type: 'transform',
    name: node.name,
    config: { value: '${previous}' },
    settings: {
      description: [node, ...below].map((each) => toldOf(conversion, each, node)).join('\n\n'),
    },
  };
  return chainOf([native]);
}

/** The words about a node that is switched off, or stands below one that is; what they leave out is a loss. */
function toldOf(conversion: Conversion, node: N8nNode, root: N8nNode): string {
  const { text, hidden } = disabledWords(node);
  if (hidden.length > 0) {
    loseOf(conversion, node, {
      kind: 'credential',
      message: `"${node.name}" is disabled, and what may be a key in it is not repeated (${hidden.join(', ')}).`,
      hint: 'Nothing is to be done while it is off; to use it again, store the key: skein secrets set NAME --host HOST.',
    });
  }
  return node === root ? text : `Below it in n8n, "${node.name}":\n${text}`;
}

function withDescription(conversion: Conversion, node: N8nNode, piece: Piece): Piece {
  const description = [
    describeNode(node, piece),
    ...helperWords(conversion, node),
    mendersOf(conversion, node),
    ...allBelow(conversion.workflow, node)
      .filter(({ isDisabled }) => isDisabled)
      .map((helper) => toldOf(conversion, helper, node)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  if (description === '') return piece;
  const [first] = piece.nodes;
  return changed(piece, (native) =>
    native === first ? withSetting(native, 'description', description) : native,
  );
}

function changed(piece: Piece, change: (node: NativeNode, index: number) => NativeNode): Piece {
  return { ...piece, nodes: piece.nodes.map(change) };
}

function withSetting(node: NativeNode, key: string, value: Json): NativeNode {
  return { ...node, settings: { ...node.settings, [key]: value } };
}

/** The one that works: what it is retried for, and what fails. */
function worker(piece: Piece): NativeNode | undefined {
  const eaches = piece.nodes.filter(({ settings }) => settings['each'] !== undefined);
  return (
    eaches.find(({ type }) => type !== 'transform' && type !== 'store') ??
    eaches[0] ??
    piece.nodes.find(({ type }) => type !== 'transform' && type !== 'start') ??
    piece.nodes.at(-1)
  );
}

function withSettings(node: N8nNode, piece: Piece): Piece {
  const retried = node.retry === null ? undefined : worker(piece);
  const lasts = new Set(piece.exits(0).map((exit) => exit.node));
  return changed(piece, (native) => {
    let result = native;
    if (native === retried && node.retry !== null) {
      const { attempts, waitMs } = node.retry;
      result = withSetting(result, 'retry', { attempts, backoffMs: waitMs, factor: 1 });
    }
    return node.alwaysOutputs && lasts.has(native.id)
      ? withSetting(result, 'whenEmpty', [{}])
      : result;
  });
}

/** Where a failure leaves, for nodes that do not see to it item by item. */
function withFailures(conversion: Conversion, node: N8nNode, piece: Piece): Piece {
  const failing = worker(piece);
  if (node.onError === 'stop' || failing === undefined || failing.type === 'start') return piece;
  const isOwn =
    failing.type === 'code' && JSON.stringify(failing.config['ports'] ?? null).includes('output');
  if (isOwn && failing.settings['each'] === undefined) return piece;
  if (failing.settings['each'] !== undefined) {
    if (node.onError === 'regular-output') return piece;
  }
  const isEach = failing.settings['each'] !== undefined;
  const helper: NativeNode = {
    id: freeId(conversion, `${conversion.ids.get(node) ?? ''}_failed`),
    type: 'transform',
    name: `${node.name}: failed`,
    // n8n has the message alone; a failed item comes with its data.
    config: {
      value: isEach
        ? '${= previous.map(entry => ({ ...entry, error: entry.error.message })) }'
        : '${= [{ error: previous.message }] }',
    },
    settings: {},
  };
  const exit = { node: helper.id, port: 'output' };
  return {
    ...piece,
    nodes: [...piece.nodes, helper],
    edges: [...piece.edges, { from: failing.id, out: 'error', to: helper.id }],
    exits:
      node.onError === 'regular-output'
        ? (output) => (output === 0 ? [...piece.exits(0), exit] : piece.exits(output))
        : orElse(piece, exit),
  };
}

function orElse(piece: Piece, exit: Exit): Piece['exits'] {
  return (output) => {
    const own = piece.exits(output);
    return own.length > 0 || output === 0 ? own : [exit];
  };
}

/** Only the first item goes in. */
function withOnce(conversion: Conversion, node: N8nNode, piece: Piece): Piece {
  if (!node.isOnce || piece.inputPort !== null) return piece;
  const first: NativeNode = {
    id: freeId(conversion, `${conversion.ids.get(node) ?? ''}_once`),
    type: 'data',
    name: `${node.name}: first item`,
    config: { from: '${previous}', steps: [{ op: 'limit', count: 1 }] },
    settings: {},
  };
  if (piece.nodes.some(({ type }) => type === 'start')) return piece;
  return {
    ...piece,
    nodes: [first, ...piece.nodes],
    edges: [{ from: first.id, to: piece.entry }, ...piece.edges],
    entry: first.id,
  };
}
