// Every rule of the preflight, as the studio finds it in the browser, with its place.
import { diagnostics } from '@skein/dialects';
import { describe, expect, it } from 'vitest';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { checkDefinition } from '../../src/graph/preflight/check-definition.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import type { BrokenDefinition } from './broken-definition.ts';
import { brokenDefinitions, impossibleInStudio } from './broken-definitions.ts';

const ownRules = brokenDefinitions.filter(({ isServers }) => isServers !== true);

describe('preflight', () => {
  it.each(ownRules.map((each) => [each.dialect, each.code, each.rule, each] as const))(
    '[W13] %s: %s (%s)',
    (_dialect, code, _rule, broken) => {
      const found = checkDefinition(broken.definition, { dialect: broken.dialect }).problems.filter(
        ({ diagnostic }) => diagnostic.code === code && diagnostic.severity === broken.severity,
      );
      expect(found.map((problem) => placeOf(problem, broken))).toContainEqual(broken.at);
    },
  );

  it('[W13] every diagnostic is shown by a rule, or cannot happen in the studio', () => {
    const shown = new Set([
      ...brokenDefinitions.map(({ code }) => code),
      ...Object.keys(impossibleInStudio),
    ]);
    expect(Object.keys(diagnostics).filter((code) => !shown.has(code))).toEqual([]);
    expect([...shown].filter((code) => !Object.hasOwn(diagnostics, code))).toEqual([]);
  });
});

type Problem = ReturnType<typeof checkDefinition>['problems'][number];

function placeOf(problem: Problem, { dialect, definition }: BrokenDefinition): unknown {
  if (problem.node !== null) return { node: problem.node };
  const form = findForm(dialect);
  if (form === undefined) {
    const step = /^\/steps\/(\d+)/.exec(problem.diagnostic.pointer)?.[1];
    return step === undefined ? 'workflow' : { step: Number(step) };
  }
  const line = readSketch(form, definition).edges.find(({ key }) => key === problem.edge);
  return line === undefined ? 'workflow' : { line: `${line.from} ${line.to}` };
}
