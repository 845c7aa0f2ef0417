// The steps in docs/data.md
// Generated from the entries that the kernel runs, so that the two cannot differ.
import { describeSteps, stepToExpression, type DescribedStep } from '@skein/kernel';
import type { SourceFile } from './repository.ts';

const markers = ['<!-- steps: written by `npm run refresh` -->', '<!-- /steps -->'] as const;

function drawStep({ op, description, settings, example }: DescribedStep): string {
  const step = { op, ...example.step };
  return [
    `### ${op}`,
    '',
    description,
    '',
    ...settings.map(({ name, about, isOptional }) => {
      return `- \`${name}\`${isOptional === true ? ' (optional)' : ''}: ${about}`;
    }),
    '',
    '| | |',
    '|---|---|',
    `| step | ${code(JSON.stringify(step))} |`,
    `| rows | ${code(JSON.stringify(example.rows))} |`,
    `| gives | ${code(JSON.stringify(example.result))} |`,
    `| as an expression | ${code(stepToExpression(step) ?? '')} |`,
  ].join('\n');
}

/** A bar would end the cell. */
function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** The page with the steps as they are now. */
export function withSteps({ path, text }: SourceFile): string {
  const [before, after] = markers.map((marker) => text.indexOf(marker));
  if (before === undefined || after === undefined || before < 0 || after < before) {
    throw new Error(`${path} has no place for the steps.`);
  }
  const head = text.slice(0, before + markers[0].length);
  return `${head}\n\n${describeSteps().map(drawStep).join('\n\n')}\n\n${text.slice(after)}`;
}
