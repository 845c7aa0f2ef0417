// Ids of a pipeline
// Any text can be an id, as long as a placeholder can hold it; the format means UUIDs.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { isUuid } from '../read/content-uuid.ts';
import type { Step } from '../read/read-steps.ts';

export function checkIds(definition: Json, steps: readonly Step[]): readonly Finding[] {
  if (!isObject(definition)) return [];
  const trigger = ownValue(definition, 'trigger');
  const findings = [
    ...checkId(ownValue(definition, 'uuid'), ['uuid']),
    ...(trigger !== undefined && isObject(trigger)
      ? checkId(ownValue(trigger, 'uuid'), ['trigger', 'uuid'])
      : []),
  ];
  const first = new Map<string, number>();
  for (const { index, uuid, written } of steps) {
    const path: Path = ['steps', index, 'uuid'];
    findings.push(...checkId(ownValue(written, 'uuid'), path));
    const earlier = first.get(uuid);
    if (earlier === undefined) first.set(uuid, index);
    else findings.push(duplicate(path, uuid, earlier));
  }
  return findings;
}

function checkId(id: Json | undefined, path: Path): readonly Finding[] {
  if (typeof id !== 'string' || id === '') return [];
  if (id.includes('>>')) return [unwritable(path, id)];
  return isUuid(id) ? [] : [noUuid(path, id)];
}

function unwritable(path: Path, id: string): Finding {
  return {
    path,
    code: 'BAD_VALUE',
    severity: 'error',
    message: `The id ${quotedShort(id)} contains ">>", which ends a placeholder.`,
    hint: 'Use a UUID, or any other text without ">>".',
  };
}

function noUuid(path: Path, id: string): Finding {
  return {
    path,
    code: 'NOT_A_UUID',
    severity: 'warning',
    message: `The id ${quotedShort(id)} is not a UUID; it works, but other systems may refuse it.`,
    hint: 'Write 32 hexadecimal digits as 8-4-4-4-12, or leave the key out to get one.',
  };
}

function duplicate(path: Path, uuid: string, earlier: number): Finding {
  return {
    path,
    code: 'DUPLICATE_ID',
    severity: 'error',
    message: `Two steps have the uuid ${quotedShort(uuid)}: number ${earlier} and number ${String(path[1])} of "steps".`,
    hint: 'Give one of them another uuid, and check which of the two each placeholder means.',
  };
}
