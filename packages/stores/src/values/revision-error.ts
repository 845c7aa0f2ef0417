import { EngineError } from '@skein/ports';

/** Someone else has changed the workflow; 0 stands for no revision. */
export function revisionError(workflow: string, expected: number, found: number): EngineError {
  const [wanted, there] = [expected, found].map((revision) =>
    revision === 0 ? 'no revision' : `revision ${revision}`,
  );
  const details = { workflow, expected: wanted ?? '', found: there ?? '' };
  return new EngineError('VERSION_CONFLICT', details);
}
