import type { Command } from '../arguments/command.ts';
import { configOption } from './shared-options.ts';

export const test: Command = {
  name: 'test',
  summary: 'Runs tests of workflows: offline, in virtual time, with scripted people and crashes.',
  details: [
    'A test file names a workflow, its script or cassette, what people answer and when, and the expected result. docs/testing.md describes every key; skein.test.schema.json is the schema. Paths are relative to the test file.',
    'No time passes: delays, deadlines and people who take days are simulated. Models are never called unless a test asks for it ("missing": "live"); functions and tools of the configuration are called for real.',
    'Exits with code 1 if a test fails, and with 2 if a file cannot be used. Each failed expectation is shown with its place in the file, both values, and why the node concerned ran or did not run.',
  ],
  arguments: [
    {
      name: 'FILE.test.json',
      summary: 'A test file; default: every file *.test.json in this folder and below it.',
      isRequired: false,
      isRepeatable: true,
    },
  ],
  options: [
    { name: 'name', value: 'TEXT', summary: 'Only tests with this text in their names.' },
    {
      name: 'update',
      summary: 'Replace failed expectations in the files with the actual results.',
    },
    { name: 'watch', summary: 'Run the tests again when a file in this folder changes.' },
    { name: 'junit', value: 'FILE', summary: 'Also write the results as JUnit XML, for CI.' },
    configOption,
  ],
  examples: [
    { command: 'skein test', summary: 'Run all tests below this folder.' },
    { command: 'skein test --junit report.xml', summary: 'The same, with a report for CI.' },
    { command: 'skein test flow.test.json', summary: 'Run the tests of one file.' },
    { command: 'skein test tests/*.test.json --json', summary: 'Many, as data.' },
    {
      command: 'skein test flow.test.json --name approves --update',
      summary: 'Accept the actual results of some tests.',
    },
  ],
  load: async () => (await import('../testing/test-command.ts')).testCommand,
};
