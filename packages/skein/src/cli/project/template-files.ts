// A folder with one template. There is no package.json in it: `npx skein` finds the Skein that is installed here or in a folder above.
import type { Template } from '@skein/server';
import { jsonText } from '../output/json-text.ts';

const workflow = 'workflow.json';
const input = 'input.json';

/** By name. */
export function templateFiles(template: Template): ReadonlyMap<string, string> {
  return new Map([
    [workflow, `${jsonText(template.definition)}\n`],
    ...(hasInput(template) ? [[input, `${jsonText(template.input)}\n`] as const] : []),
    ['.gitignore', '.skein/\n'],
    ['README.md', readme(template)],
  ]);
}

/** What to do with it first. */
export function templateCommands(
  template: Template,
): readonly { readonly command: string; readonly what: string }[] {
  const given = hasInput(template) ? ` --input @${input}` : '';
  return [
    { command: `npx skein show ${workflow}`, what: 'see its nodes and edges' },
    { command: `npx skein run ${workflow}${given}`, what: 'run it; you are prompted for answers' },
    { command: 'npx skein serve', what: 'start the studio and the API, with all templates' },
  ];
}

function hasInput(template: Template): boolean {
  return template.input !== null;
}

function readme(template: Template): string {
  const lines = templateCommands(template).map(({ command, what }) => `${command}   # ${what}\n`);
  return `# ${template.name}

${template.description}

\`\`\`sh
${lines.join('')}\`\`\`

No key is needed: without one the offline model answers. If OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY is
set, the models of that provider answer.
`;
}
