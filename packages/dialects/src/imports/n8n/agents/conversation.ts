// Memory of an agent
// n8n keeps the last turns of each session. Here they are remembered by the workflow (docs/state.md): what was said is read before the agent
// is asked, told to it below its instructions, and kept with the answer behind it. Items of one session that come in one list are turns
// that do not know of each other.
import type { Json } from '@skein/kernel';
import { sure } from '../apps/app-request.ts';
import { loseOf } from '../context/conversion.ts';
import { eachOver } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';

/** As n8n has it where the file says nothing. */
const TURNS = 5;

export interface Conversation {
  /** What the agent is told, below its instructions. */
  readonly told: string;
  /** The piece of the agent, with its memory around it. */
  readonly around: (piece: Piece) => Piece;
}

/** Null, and a loss, for a memory that is somewhere else, or where it is not known which answer belongs to which item. */
export function conversationOf(
  context: NodeContext,
  memory: N8nNode,
  prompt: Json,
): Conversation | null {
  const { node, conversion, items } = context;
  if (memory.type !== 'langchain.memoryBufferWindow' || node.onError === 'error-output') {
    loseOf(conversion, memory, {
      kind: 'memory',
      message: `"${memory.name}" remembers the conversation of "${node.name}" across runs; here it lasts for a run.`,
      hint: 'Start runs as turns of a thread (docs/threads.md), which remembers, or keep the messages with store nodes.',
    });
    return null;
  }
  const [come, recall, remember] = ['in', 'recall', 'remember'].map(context.extraId);
  const earlier = `${recall}.output[index].value`;
  const line = '"User: " + turn.query + "\\nAssistant: " + turn.answer';
  const each = `\${${come}.output}`;
  const stored = (id: string, config: NativeNode['config']): NativeNode => ({
    id,
    type: 'store',
    name: `${memory.name}: ${id === recall ? 'recall' : 'remember'}`,
    config: { key: keyOf(context, memory), scope: 'workflow', ...config },
    settings: id === recall ? { each, description: wordsOf(memory) } : { each },
  });
  const query = sure(context, prompt);
  return {
    told: `\${= empty(${earlier}) ? "" : "\\n\\nEarlier in this conversation:\\n" + ${earlier}.map(turn => ${line}).join("\\n") }`,
    around: ({ nodes }) => {
      const [agent, ...behind] = nodes;
      // A piece has a node.
      const asked = agent as NativeNode;
      const turn = `{ query: text(${query}), answer: text(${asked.id}.output[index] ?? "") }`;
      const value = `\${= [...${earlier}, ${turn}].last(${turnsOf(memory)}) }`;
      const first: NativeNode = {
        id: come ?? '',
        type: 'transform',
        name: `${node.name}: items`,
        config: { value: items },
        settings: { whenEmpty: 'skip' },
      };
      return chainOf([
        first,
        stored(recall ?? '', { do: 'get', default: [] }),
        {
          ...asked,
          settings: { ...asked.settings, each: eachOver(asked.settings['each'] ?? '', each) },
        },
        stored(remember ?? '', { do: 'set', value }),
        ...behind.map((native) => reading(native, `${asked.id}.output`)),
      ]);
    },
  };
}

/** The session: a key of its own, or the one that came with the item. */
function keyOf({ template }: NodeContext, { parameters }: N8nNode): string {
  const key = parameters['sessionKey'];
  const isOwn =
    parameters['sessionIdType'] !== 'fromInput' && typeof key === 'string' && key !== '';
  const session = template(isOwn ? key : '={{ $json.sessionId }}');
  return `conversation:${typeof session === 'string' ? session : JSON.stringify(session)}`;
}

/** Choices of n8n that are said otherwise here, for whoever knows the original. */
function wordsOf({ name, parameters }: N8nNode): string {
  const type = parameters['sessionIdType'];
  return `The memory "${name}" of n8n${typeof type === 'string' ? `: ${type}` : ''}.`;
}

function turnsOf({ parameters }: N8nNode): number {
  const length = parameters['contextWindowLength'];
  return typeof length === 'number' && length >= 1 ? Math.trunc(length) : TURNS;
}

/** The answers are no longer what came last. */
function reading(native: NativeNode, answers: string): NativeNode {
  const { value } = native.config;
  if (typeof value !== 'string') return native;
  return {
    ...native,
    config: { ...native.config, value: value.replaceAll(/\bprevious\b/g, answers) },
  };
}
