import type { Command } from '../../arguments/command.ts';
import { configOption, scriptOption } from '../shared-options.ts';

export const dev: Command = {
  name: 'dev',
  summary: 'Serves the studio for a folder, and starts again when a file in it changes.',
  details: [
    'The definitions below the folder are saved, and the modules of the configuration are loaded, at every start. Runs are kept in the file .skein/dev.db, and go on in the next process: after a change, with the code as it is then.',
    'A definition or module with an error is shown, and the next change tries again. Ctrl-C stops it.',
  ],
  arguments: [],
  options: [
    { name: 'port', value: 'PORT', summary: 'The port of the studio.', default: '4680' },
    { name: 'open', summary: 'Show the studio in the browser.' },
    scriptOption,
    configOption,
  ],
  examples: [{ command: 'skein dev', summary: 'Develop on http://127.0.0.1:4680.' }],
  load: async () => (await import('../../serve/dev-command.ts')).devCommand,
};
