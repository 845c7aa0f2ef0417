// The node types of a canvas
// One entry per type: its words, and the shape of its data.
import { filledFields, type NodeEntry } from '../../dialect/node-entry.ts';
import {
  any,
  boolean,
  choice,
  either,
  list,
  nullable,
  optional,
  record,
  required,
  text,
  withOthers,
  type RecordShape,
} from '../../shape/shape.ts';

const maybeText = nullable(text);
const maybeBoolean = nullable(boolean);

/** Other keys are names of the host's tools, of MCP servers among them: `"<server>-<tool>": true`. */
const toolsShape = withOthers(
  record('tool choice', {
    web_search: optional(maybeBoolean, 'whether the agent may search the web'),
    subagents: optional(maybeBoolean, 'whether connected agents are offered to it as tools'),
  }),
  nullable(
    either(
      boolean,
      record('tool setting', { enabled: optional(maybeBoolean, 'whether it may be called') }),
    ),
  ),
);

const conditionShape = record('condition', {
  operator: required(choice('equal', 'contains'), '"equal" or "contains"'),
  value: optional(maybeText, 'the text to compare with; an empty one never matches'),
});

/** In the order in which palettes offer them. */
export const canvasNodes = {
  start: {
    name: 'Start',
    summary: 'Where a run starts',
    keywords: ['begin', 'entry', 'trigger', 'input'],
    palette: { group: 'Start', family: 'trigger' },
    config: record('data of a start', {
      initialInput: optional(any, 'the initial value; default: the input of the run'),
    }),
  },
  agent: {
    name: 'Agent',
    summary: 'Model with tools',
    keywords: ['ai', 'assistant', 'llm', 'model', 'prompt', 'gpt', 'claude', 'chat', 'tools'],
    palette: { group: 'Think', family: 'agent' },
    // Without a user prompt, the message is the previous output, and to a subagent what its caller writes.
    initialConfig: { agentName: 'Agent' },
    config: record('data of an agent', {
      agentName: optional(maybeText, 'the display name; default "Agent"'),
      description: optional(
        maybeText,
        'what it is good for, told to the model of the agent that has it as a subagent',
        { affects: 'nothing' },
      ),
      systemPrompt: optional(maybeText, 'the system prompt', { isFilled: true }),
      userPrompt: optional(maybeText, 'the message to the model; default: the previous output', {
        isFilled: true,
        // Its caller writes the whole message.
        ignoredAs: 'subagent',
      }),
      model: optional(maybeText, 'the model as provider/model, a known name or an alias'),
      reasoningEffort: optional(maybeText, 'how much the model may reason'),
      tools: optional(nullable(toolsShape), 'what the agent may use'),
    }),
  },
  if: {
    name: 'Condition',
    summary: 'Branch on the text',
    keywords: ['branch', 'if', 'else', 'decision', 'switch', 'filter'],
    palette: { group: 'Flow', family: 'logic' },
    initialConfig: { conditions: [{ operator: 'contains', value: 'yes' }] },
    config: record('data of an if', {
      conditions: optional(nullable(list(conditionShape)), 'tried in order; the first match wins', {
        newItem: { operator: 'contains', value: '' },
      }),
      condition: optional(maybeText, 'the older form: one text that the output must contain'),
    }),
  },
  approval: {
    name: 'Approval',
    summary: 'Ask a person',
    keywords: ['human', 'review', 'confirm', 'accept', 'reject', 'gate', 'human in the loop'],
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'Continue?' },
    config: record('data of an approval', {
      prompt: optional(maybeText, 'the question to the person', { isFilled: true }),
      otherText: optional(
        nullable(choice('refuse', 'reject')),
        'a text that is no decision: "refuse" it, or "reject" with the text as the note; default refuse',
        { unset: 'refuse' },
      ),
    }),
  },
} satisfies Readonly<Record<string, NodeEntry>>;

export type CanvasType = keyof typeof canvasNodes;

/** What definitions write, the older name of an approval among them. */
export const writtenTypes: ReadonlyMap<string, CanvasType> = new Map<string, CanvasType>([
  // True because a literal without a spread has exactly the keys of its type.
  ...(Object.keys(canvasNodes) as CanvasType[]).map((type) => [type, type] as const),
  ['input', 'approval'],
]);

/** The data of each type that definitions write. */
export const dataShapes: ReadonlyMap<string, RecordShape> = new Map(
  [...writtenTypes].map(([written, type]) => [written, canvasNodes[type].config]),
);

/** The settings of a node type in which `{{PREVIOUS_OUTPUT}}` is filled. */
export function filledKeys(type: CanvasType): ReadonlySet<string> {
  return filledByType.get(type) ?? new Set();
}

const filledByType: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(canvasNodes).map(([type, { config }]) => [type, filledFields(config)]),
);
