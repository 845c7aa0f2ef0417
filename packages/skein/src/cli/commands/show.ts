import type { Command } from '../arguments/command.ts';
import {
  configOption,
  definitionFile,
  dialectOption,
  outOption,
  serverOption,
} from './shared-options.ts';

export const show: Command = {
  name: 'show',
  summary: 'Draws a workflow as text, as a Mermaid flowchart or as an SVG image.',
  details: ['With --server, FILE may be the id of a workflow on that server.'],
  arguments: [definitionFile],
  options: [
    {
      name: 'as',
      value: 'FORM',
      summary: 'The output format.',
      choices: ['text', 'mermaid', 'svg'],
      default: 'text',
    },
    outOption,
    dialectOption,
    configOption,
    serverOption,
  ],
  examples: [
    { command: 'skein show flow.json', summary: 'Read it in the terminal.' },
    { command: 'skein show flow.json --as svg --out flow.svg', summary: 'Make an image.' },
    {
      command: 'skein show hello --server http://127.0.0.1:4680',
      summary: 'Draw a workflow of a server.',
    },
  ],
  load: async () => (await import('../workflows/show-command.ts')).showCommand,
};
