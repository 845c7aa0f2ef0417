import { canvas } from '../../src/index.ts';

export const foundProblems = (definition: unknown) =>
  canvas
    .diagnose(definition)
    .map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`);
