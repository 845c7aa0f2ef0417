// Texts that try to do something where they are shown, and a studio in which every field that somebody writes is such a text.
import type { JsonObject } from '@skein/kernel';
import type { Studio, StudioOptions } from './start-studio.ts';

export const hostileTexts: readonly string[] = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 2">',
  '<svg onload="window.pwned = 3"><script>window.pwned = 4</script></svg>',
  '![pixel](https://attacker.example/pixel.png)',
  '[click](javascript:window.pwned=5)',
  '[data](data:text/html;base64,PHNjcmlwdD4=)',
  '<iframe srcdoc="<script>parent.pwned = 6</script>"></iframe>',
  '<style>* { background: url(https://attacker.example/style.png) }</style>',
  '"><details open ontoggle=window.pwned=7>',
  'pay 100 \u202e001 yap',
  'pay\u200b pal\u{e0061}',
];

/** All of them, and a text of a hundred thousand characters without a place to break. */
const all = hostileTexts.join('\n\n');
const huge = 'W'.repeat(100_000);
const short = hostileTexts.slice(0, 3).join(' ');

/** The model and the tools answer with hostile texts too. */
export const hostileOptions: StudioOptions = {
  script: {
    replies: [
      {
        when: { node: 'agent', call: 1 },
        text: all,
        toolCalls: [{ name: 'look', arguments: { query: all, [short]: huge } }],
      },
      { when: { node: 'agent', call: 2 }, text: `${all}\n\n${huge}` },
    ],
    otherwise: 'echo',
    tools: { look: { result: { found: all, [short]: huge } }, break: { error: all } },
  },
};

export interface HostileStudio {
  readonly workflow: string;
  readonly waiting: string;
  readonly failed: string;
  readonly pipeline: string;
}

/** Hostile texts in every field that a person or a model writes and the studio shows. */
export async function fillHostile({ call }: Studio): Promise<HostileStudio> {
  const make = async (definition: JsonObject) =>
    (await call<{ id: string }>('POST', '/workflows', definition)).id;
  const start = async (workflow: string) =>
    (
      await call<{ run_id: string }>(
        'POST',
        `/workflows/${encodeURIComponent(workflow)}/run?wait=20`,
        { input: all },
      )
    ).run_id;
  const workflow = await make(asking);
  const failing = await make(breaking);
  const pipeline = await make(steps);
  await call('PUT', `/workflows/${encodeURIComponent(workflow)}/trigger`, {
    trigger_type_id: 'event',
    config: { event: short },
    initial_data_description: all,
  });
  await call('POST', '/views', { name: short, filter: { q: all.slice(0, 400) } });
  return { workflow, waiting: await start(workflow), failed: await start(failing), pipeline };
}

/** An agent that asks before a call, then a question with a form. */
const asking: JsonObject = {
  skein: 1,
  id: 'hostile-asking',
  name: `Hostile ${short}`,
  description: `${all} ${huge}`,
  nodes: [
    { id: 'start', type: 'start', name: short },
    {
      id: 'agent',
      type: 'agent',
      name: short,
      config: { system: all, prompt: all, tools: ['look'], approve: ['look'] },
    },
    {
      id: 'gate',
      type: 'approval',
      name: short,
      config: {
        prompt: `${all}\n\n${huge}`,
        schema: {
          type: 'object',
          title: short,
          properties: { field: { type: 'string', title: short, description: all, default: all } },
        },
      },
    },
  ],
  edges: [
    { from: 'start', to: 'agent' },
    { from: 'start', to: 'gate' },
  ],
};

const breaking: JsonObject = {
  skein: 1,
  id: 'hostile-breaking',
  name: short,
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'break', type: 'tool', name: short, config: { tool: 'break', args: { all } } },
  ],
  edges: [{ from: 'start', to: 'break' }],
};

const steps: JsonObject = {
  name: short,
  description: all,
  is_active: true,
  trigger: null,
  steps: [
    { type: 'custom_llm', name: short, description: all, model: 'scripted', system_prompt: all },
  ],
};
