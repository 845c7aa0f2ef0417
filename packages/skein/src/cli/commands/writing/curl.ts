import type { Command } from '../../arguments/command.ts';

export const curl: Command = {
  name: 'curl',
  summary: 'Makes an `http` node from a curl command.',
  details: [
    'Prints the node, to be pasted into a workflow. Keys of the command are not in it: they become secrets to be set.',
    'What cannot be kept is listed on stderr.',
  ],
  arguments: [
    { name: 'COMMAND', summary: 'The whole command in quotes; - reads stdin.', isRequired: true },
  ],
  options: [{ name: 'id', value: 'ID', summary: 'The id of the node; default request.' }],
  examples: [
    {
      command: 'skein curl \'curl https://api.example.com/orders -H "Authorization: Bearer $KEY"\'',
      summary: 'A request with a key.',
    },
    { command: 'pbpaste | skein curl -', summary: 'What a browser copied as cURL.' },
  ],
  load: async () => (await import('../../workflows/curl-command.ts')).curlCommand,
};
