// Cron expressions
// The parser says what it tripped over in terms of its own; people are told which field of theirs is wrong. A field is wrong
// if it cannot be read among fields that are.
import { Cron } from 'croner';
import { refusedSetting } from './refused-setting.ts';

interface CronField {
  readonly name: string;
  readonly values: string;
}

const fields: readonly CronField[] = [
  { name: 'minute', values: 'it goes from 0 to 59' },
  { name: 'hour', values: 'it goes from 0 to 23' },
  { name: 'day of the month', values: 'it goes from 1 to 31' },
  { name: 'month', values: 'it goes from 1 to 12, or JAN to DEC' },
  { name: 'day of the week', values: 'it goes from 0 (Sunday) to 7, or SUN to SAT' },
];
const second: CronField = { name: 'second', values: 'it goes from 0 to 59' };
const year: CronField = { name: 'year', values: 'it goes from 1 to 9999' };
const example = 'for example, "0 9 * * 1-5" fires at 9:00 from Monday to Friday';

/** Throws when the expression cannot be read; its times are those of a clock without a zone. */
export function readCron(cron: string): Cron {
  try {
    return parse(cron);
  } catch {
    throw refusedSetting('/config/cron', `${whatIsWrong(cron)}; ${example}`);
  }
}

function parse(cron: string): Cron {
  return new Cron(cron, { timezone: 'UTC' });
}

function whatIsWrong(cron: string): string {
  const given = cron.trim().split(/\s+/);
  const named = fieldsOf(given.length);
  if (named === undefined) {
    const names = fields.map(({ name }) => name).join(', ');
    const count = given.length === 1 ? '1 field' : `${given.length} fields`;
    return `has ${count}, but needs ${fields.length}: ${names}`;
  }
  const wrong = named.findIndex(
    (_, at) => !canBeRead(given.map((each, i) => (i === at ? each : '*'))),
  );
  const field = named[wrong];
  if (field === undefined) return 'cannot be read';
  return `the ${field.name} cannot be "${given[wrong]}": ${field.values}`;
}

/** Six fields begin with the second; a seventh is the year. */
function fieldsOf(count: number): readonly CronField[] | undefined {
  if (count === fields.length) return fields;
  if (count === fields.length + 1) return [second, ...fields];
  return count === fields.length + 2 ? [second, ...fields, year] : undefined;
}

function canBeRead(given: readonly string[]): boolean {
  try {
    parse(given.join(' '));
    return true;
  } catch {
    return false;
  }
}
