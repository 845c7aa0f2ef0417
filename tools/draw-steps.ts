// The steps in docs/data.md
// Generated from the entries that the kernel runs, so that the two cannot differ.
import { describeSteps, stepToExpression, type DescribedStep } from '@skein/kernel';
import { codeCell, withGeneratedPart } from './generated-part.ts';
import type { SourceFile } from './repository.ts';

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
    `| step | ${codeCell(JSON.stringify(step))} |`,
    `| rows | ${codeCell(JSON.stringify(example.rows))} |`,
    `| gives | ${codeCell(JSON.stringify(example.result))} |`,
    `| as an expression | ${codeCell(stepToExpression(step) ?? '')} |`,
  ].join('\n');
}

/** The page with the steps as they are now. */
export function withSteps(page: SourceFile): string {
  return withGeneratedPart(page, 'steps', describeSteps().map(drawStep).join('\n\n'));
}
