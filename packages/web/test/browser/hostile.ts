// Texts that try to do something where they are shown.
import type { JsonObject } from '@skein/kernel';

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
];

/** Hostile texts in every field that a person or a model writes and the studio shows. */
export function hostileWorkflow(): JsonObject {
  const all = hostileTexts.join('\n\n');
  return {
    name: `Hostile ${hostileTexts[0]}`,
    description: all,
    nodes: [
      { id: 'start', type: 'start', x: 0, y: 0, data: {} },
      {
        id: 'agent <script>',
        type: 'agent',
        x: 0,
        y: 100,
        data: {
          agentName: hostileTexts[1] ?? '',
          systemPrompt: all,
          userPrompt: '{{PREVIOUS_OUTPUT}}',
        },
      },
      { id: 'gate', type: 'approval', x: 0, y: 200, data: { prompt: all } },
    ],
    connections: [
      { source: 'start', target: 'agent <script>' },
      { source: 'agent <script>', target: 'gate' },
    ],
  };
}
