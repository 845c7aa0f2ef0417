import type { Finding } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { textOrEmpty, type Step } from '../read/read-steps.ts';

/** People tell steps apart by their names, so no two may have the same. */
export function checkNames(steps: readonly Step[]): readonly Finding[] {
  const first = new Map<string, number>();
  return steps.flatMap(({ index, written }): readonly Finding[] => {
    const name = textOrEmpty(written, 'name');
    if (name === '') return [];
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, index);
      return [];
    }
    return [
      {
        path: ['steps', index, 'name'],
        code: 'DUPLICATE_NAME',
        severity: 'error',
        message: `Two steps are called ${quotedShort(name)}: number ${earlier} and number ${index} of "steps".`,
        hint: 'Give each step a unique name.',
      },
    ];
  });
}
