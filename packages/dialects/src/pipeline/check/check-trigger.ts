// Triggers
// What can be wrong with a trigger beyond the shape of its keys: settings of its type, and rules that could never be
// evaluated.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { checkShape, createWalk } from '../../shape/check-shape.ts';
import { list, optional, record, text } from '../../shape/shape.ts';
import { unknownZone } from './check-prompts.ts';
import { isKnownZone } from './is-known-zone.ts';
import { mailRules, scheduleShape } from '../shape/pipeline-shape.ts';
import { parseFilter } from '../trigger/trigger-filter.ts';

export function checkTrigger(definition: Json): readonly Finding[] {
  const trigger = isObject(definition) ? ownValue(definition, 'trigger') : undefined;
  if (trigger === undefined || !isObject(trigger)) return [];
  const rules = ownValue(trigger, 'filter_rules');
  return [
    ...checkSchedule(trigger),
    ...(rules !== undefined && isObject(rules) ? checkRules(rules) : []),
  ];
}

function checkSchedule(trigger: JsonObject): readonly Finding[] {
  if (ownValue(trigger, 'trigger_type_id') !== 'schedule') return [];
  const config = ownValue(trigger, 'config') ?? {};
  if (!isObject(config)) return [];
  const walk = createWalk();
  walk.path.push('trigger', ...(Object.hasOwn(trigger, 'config') ? ['config'] : []));
  checkShape(scheduleShape, config, walk);
  const zone = ownValue(config, 'timezone');
  if (typeof zone !== 'string' || zone === '' || isKnownZone(zone)) return walk.findings;
  return [...walk.findings, unknownZone([...walk.path, 'timezone'], zone)];
}

const rulesPath: Path = ['trigger', 'filter_rules'];
const conditionKeys = ['all', 'any', 'not', 'left', 'op', 'right', 'fold'];

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

function checkRules(rules: JsonObject): readonly Finding[] {
  const walk = createWalk();
  walk.path.push(...rulesPath);
  checkShape(rulesShape, rules, walk);
  const { problems } = parseFilter(rules);
  const broken = problems.map(({ path, message, hint }): Finding => ({
    path: [...rulesPath, ...path],
    code: 'BAD_CONDITION',
    severity: 'error',
    message,
    hint,
  }));
  return [...walk.findings, ...broken];
}
