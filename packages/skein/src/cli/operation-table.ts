// The commands of those who look after stores and versions
import type { CommandDescription } from './command.ts';
import {
  configOption,
  inputOption,
  scriptOption,
  storeOption,
  serverOption,
} from './shared-options.ts';

export const operationCommands: readonly CommandDescription[] = [
  {
    name: 'migrate',
    summary: 'Moves waiting runs to another version of their workflow.',
    details: [
      'A run keeps its version for ever. One whose whole journal fits the other version goes on as a new run of that version, with the same waits and deadlines, and is cancelled itself. For the others the first row that does not fit is named.',
    ],
    arguments: [],
    options: [
      storeOption,
      configOption,
      { name: 'workflow', value: 'ID', summary: 'The workflow; needed.' },
      { name: 'to', value: 'VERSION', summary: 'The version; default: the newest.' },
      { name: 'dry-run', summary: 'Only say which runs could move, and why the others not.' },
    ],
    examples: [
      {
        command: 'skein migrate --workflow orders --dry-run --store sqlite:./skein.db',
        summary: 'Who could move to the newest version?',
      },
    ],
  },
  {
    name: 'doctor',
    summary: 'Looks whether a store can be used, and how safe it is.',
    details: [
      'Ends with exit code 8 when something is wrong with the store. With --server: whether that server answers, and what the key may do.',
    ],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      {
        name: 'rebuild-projections',
        summary: 'Instead: write the rows that dialects keep about runs again, from the journals.',
      },
    ],
    examples: [{ command: 'skein doctor --store sqlite:./skein.db', summary: 'Check a file.' }],
  },
  {
    name: 'models',
    summary: 'Says which providers there are, who answers for a name, and what it costs.',
    details: [
      'Lists the providers of the configuration and of the environment, with the variable of each key and whether it is set; never the key. With a NAME: which provider and model answer for it, and at which price. Nobody is asked for that.',
      'A price is that of the configuration (models.prices), else that of a table that ships with Skein, whose month is shown: prices change. A model without a price counts as free.',
      'With --server: the models of that server, and whether their keys are set.',
    ],
    arguments: [
      {
        name: 'NAME',
        summary: 'A name as a node would say it: an alias, provider/model, or a known name.',
        isRequired: false,
        isRepeatable: true,
      },
    ],
    options: [configOption, serverOption],
    examples: [
      { command: 'skein models', summary: 'Which providers are there?' },
      { command: 'skein models gpt-5 fast', summary: 'Who answers for these, and what for?' },
    ],
  },
  {
    name: 'secrets',
    summary: 'Keeps keys and tokens in an encrypted file, for providers, tools and MCP servers.',
    details: [
      'set reads the value from stdin, so that it is in no list of processes and in no history of a shell. With --host it goes to that host only. ls lists names and hosts, never values; rm takes one away.',
      'The file is .skein/secrets.json beside the configuration, unless that says otherwise. It is sealed under SKEIN_SECRETS_KEY: 32 random bytes, for example from `openssl rand -base64 32`.',
      'With --server they are kept by a server, for its own configuration.',
    ],
    arguments: [
      { name: 'set|ls|rm', summary: 'What to do.', isRequired: true },
      { name: 'NAME', summary: 'The name of a secret.', isRequired: false },
    ],
    options: [
      {
        name: 'host',
        value: 'HOST',
        summary: 'For set: where it may go. HOST, HOST:PORT, or mcp:SERVER.',
        isRepeatable: true,
      },
      configOption,
      serverOption,
    ],
    examples: [
      {
        command: 'skein secrets set OPENAI_API_KEY --host api.openai.com < key.txt',
        summary: 'Keep the key of a provider.',
      },
      { command: 'skein secrets ls', summary: 'What is there?' },
    ],
  },
  {
    name: 'test',
    summary:
      'Runs the tests of workflows: offline, in virtual time, with scripted people and crashes.',
    details: [
      'A test file names a workflow, its script or cassette, what people answer and when, and what must come of it. docs/testing.md shows every key; skein.test.schema.json is the schema of it. Everything in a file is found from the folder that it is in.',
      'No time passes: delays, deadlines and people who take days are simulated. Models are never asked unless a test says so ("missing": "live"); functions and tools of the configuration are called for real.',
      'Ends with exit code 1 when a test fails, and with 2 when a file cannot be used. What does not hold is shown with its place in the file, both values, and why the node concerned ran or did not.',
    ],
    arguments: [
      {
        name: 'FILE.test.json',
        summary: 'A test file.',
        isRequired: true,
        isRepeatable: true,
      },
    ],
    options: [
      { name: 'name', value: 'TEXT', summary: 'Only tests with this text in their names.' },
      {
        name: 'update',
        summary:
          'Write what came out into the files, in the place of expectations that do not hold.',
      },
      configOption,
    ],
    examples: [
      { command: 'skein test flow.test.json', summary: 'Run the tests of one file.' },
      { command: 'skein test tests/*.test.json --json', summary: 'Many, as data.' },
      {
        command: 'skein test flow.test.json --name approves --update',
        summary: 'Take what comes out as right, for some of them.',
      },
    ],
  },
  {
    name: 'sim',
    summary:
      'Runs a workflow under random crashes, delays and failures, and checks that nothing is lost or done twice.',
    details: [
      'Time, the store and the people are simulated. Functions and tools are those of the modules in the configuration, and are called for real; other tools are answered by the script. Each seed is one story, and always the same one. Ends with exit code 1 when an invariant was broken, and names the seed that shows it again.',
    ],
    arguments: [
      {
        name: 'FILE',
        summary: 'A workflow definition; `-` reads it from stdin.',
        isRequired: true,
      },
    ],
    options: [
      { name: 'seeds', value: 'N', summary: 'Seeds 1 to N.', default: '20' },
      { name: 'seed', value: 'S', summary: 'This one seed.' },
      inputOption,
      scriptOption,
      configOption,
    ],
    examples: [{ command: 'skein sim flow.json --seeds 100', summary: 'A hundred stories.' }],
  },
];
