// Triggers
// What can be wrong with a trigger beyond the shape of its keys: settings of its type, and rules that could never be
// evaluated.
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { checkShape, createWalk } from '../../shape/check-shape.ts';
import { list, optional, record, text } from '../../shape/shape.ts';
import { unknownZone } from './check-prompts.ts';
import { isKnownZone } from './is-known-zone.ts';
import { mailRules, scheduleShape } from '../shape/pipeline-shape.ts';
import { conditionKeys, parseFilter, rulesOf } from '../trigger/parse-filter.ts';

export function checkTrigger(definition: Json): readonly Finding[] {
  const trigger = isObject(definition) ? ownValue(definition, 'trigger') : undefined;
  if (trigger === undefined || !isObject(trigger)) return [];
  return [
    ...checkComplete(trigger),
    ...checkSchedule(trigger),
    ...checkFilter(rulesOf(ownValue(trigger, 'filter_rules'))),
  ];
}

/** What a type needs to start runs. */
const needed: Readonly<Record<string, string>> = { schedule: 'cron', event: 'event' };

/** A warning: runs that are started by hand do not need it. */
function checkComplete(trigger: JsonObject): readonly Finding[] {
  const type = textAt(trigger, 'trigger_type_id') ?? 'manual';
  const key = Object.hasOwn(needed, type) ? needed[type] : undefined;
  const config = ownValue(trigger, 'config') ?? {};
  if (key === undefined || !isObject(config)) return [];
  const given = ownValue(config, key);
  if (given !== undefined && given !== '') return [];
  return [
    {
      path: ['trigger'],
      code: 'TRIGGER_INCOMPLETE',
      severity: 'warning',
      message: `A trigger of the type "${type}" needs "${key}" in its "config"; until then it starts nothing.`,
      hint: key === 'cron' ? 'Add "cron": "0 9 * * 1".' : 'Add "event": the name of the event.',
    },
  ];
}

function checkSchedule(trigger: JsonObject): readonly Finding[] {
  if (ownValue(trigger, 'trigger_type_id') !== 'schedule') return [];
  const config = ownValue(trigger, 'config') ?? {};
  if (!isObject(config)) return [];
  const walk = createWalk();
  walk.path.push('trigger', 'config');
  checkShape(scheduleShape, config, walk);
  const zone = ownValue(config, 'timezone');
  if (typeof zone !== 'string' || zone === '' || isKnownZone(zone)) return walk.findings;
  return [...walk.findings, unknownZone([...walk.path, 'timezone'], zone)];
}

const rulesPath: Path = ['trigger', 'filter_rules'];

const rulesShape = record('filter', {
  ...Object.fromEntries(
    mailRules.map((rule) => [rule, optional(list(text), 'addresses or domains of senders')]),
  ),
  ...Object.fromEntries(
    conditionKeys.map((key) => [
      key,
      optional({ kind: 'any' }, 'a part of a condition on the data of a delivery'),
    ]),
  ),
});

/** What makes a filter unusable, at its place in a definition. */
export function checkFilter(rules: JsonObject): readonly Finding[] {
  const walk = createWalk();
  walk.path.push(...rulesPath);
  checkShape(rulesShape, rules, walk);
  const shape = walk.findings.filter(({ code }) => code !== 'UNKNOWN_KEY');
  const told = new Set(shape.map(({ path }) => JSON.stringify(path)));
  const broken = parseFilter(rules).problems.map(({ path, message, hint }): Finding => ({
    path: [...rulesPath, ...path],
    code: 'BAD_CONDITION',
    severity: 'error',
    message,
    hint,
  }));
  return [...shape, ...broken.filter(({ path }) => !told.has(JSON.stringify(path)))];
}
