import { isObject, type Json, type RunEvent } from '@skein/kernel';
import { listAt, textAt } from '../own-keys.ts';

export interface CodeLine {
  readonly level: string;
  readonly text: string;
}

/** What code wrote to its console, as the journal has it. */
export function codeLogs(journal: readonly RunEvent[]): readonly CodeLine[] {
  return journal.flatMap((event) => {
    const value: Json | undefined = event.type === 'step.recorded' ? event.value : undefined;
    if (!isObject(value) || textAt(value, 'type') !== 'code.log') return [];
    return listAt(value, 'lines')
      .filter(isObject)
      .map((line) => ({ level: textAt(line, 'level'), text: textAt(line, 'text') }));
  });
}
