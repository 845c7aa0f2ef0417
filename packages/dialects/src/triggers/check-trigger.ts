// Triggers
// What can be wrong with a trigger beyond the shape of its keys: settings of its type, and rules that could never be
// evaluated.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Finding, Path } from '../diagnostics/finding.ts';
import { checkShape, createWalk } from '../shape/check-shape.ts';
import { list, optional, record, text } from '../shape/shape.ts';
import { unknownZone } from './unknown-zone.ts';
import { isKnownZone } from './is-known-zone.ts';
import { mailRules, nativeTriggerShape, scheduleShape } from './trigger-shapes.ts';
import { triggerSettings } from './read-trigger.ts';
import { quotedShort } from '../shape/describe.ts';
import { conditionKeys, parseFilter, rulesOf } from './parse-filter.ts';

/** Of a pipeline. */
export function checkTrigger(definition: Json): readonly Finding[] {
  const trigger = isObject(definition) ? ownValue(definition, 'trigger') : undefined;
  if (trigger === undefined || !isObject(trigger)) return [];
  return checkTriggerAt(trigger, ['trigger']);
}

/** Of a native definition, where it writes them in native words. */
export function checkTriggers(definition: Json): readonly Finding[] {
  if (!isObject(definition)) return [];
  const single = ownValue(definition, 'trigger') ?? null;
  const many = ownValue(definition, 'triggers') ?? null;
  const listed: readonly Json[] = Array.isArray(many) ? many : [];
  const findings: Finding[] = [];
  const names = new Map<string, Path>();
  const look = (trigger: Json, path: Path) => {
    if (!isObject(trigger)) return;
    const { name, trigger_type_id: type } = triggerSettings(trigger);
    const known = name ?? type;
    const first = names.get(known);
    if (first !== undefined) findings.push(sameName(path, known));
    names.set(known, path);
    findings.push(...checkTriggerAt(trigger, path));
  };
  if (isObject(single)) {
    if (!Object.hasOwn(single, 'trigger_type_id')) findings.push(...checkWords(single));
    look(single, ['trigger']);
  }
  for (let i = 0; i < listed.length; i++) look(listed[i] ?? null, ['triggers', i]);
  return findings;
}

function checkWords(trigger: JsonObject): readonly Finding[] {
  const walk = createWalk();
  walk.path.push('trigger');
  checkShape(nativeTriggerShape, trigger, walk);
  return walk.findings;
}

function sameName(path: Path, name: string): Finding {
  return {
    path: [...path, 'name'],
    code: 'DUPLICATE_NAME',
    severity: 'error',
    message: `Two triggers are called ${quotedShort(name)}.`,
    hint: 'Give each trigger a "name" of its own: callers and addresses name it by that.',
  };
}

/** In the words that it is written in. */
function checkTriggerAt(trigger: JsonObject, path: Path): readonly Finding[] {
  const key = Object.hasOwn(trigger, 'filter') ? 'filter' : 'filter_rules';
  return [
    ...checkComplete(trigger, path),
    ...checkSchedule(trigger, path),
    ...checkFilter(rulesOf(ownValue(trigger, key)), [...path, key]),
  ];
}

/** What a type needs to start runs. */
const needed: Readonly<Record<string, string>> = { schedule: 'cron', event: 'event' };

/** A warning: runs that are started by hand do not need it. */
function checkComplete(trigger: JsonObject, path: Path): readonly Finding[] {
  const { trigger_type_id: type, config } = triggerSettings(trigger);
  const key = Object.hasOwn(needed, type) ? needed[type] : undefined;
  if (key === undefined || !isObject(config)) return [];
  const given = ownValue(config, key);
  if (given !== undefined && given !== '') return [];
  return [
    {
      path,
      code: 'TRIGGER_INCOMPLETE',
      severity: 'warning',
      message: `A trigger of the type "${type}" needs "${key}" in its "config"; until then it starts nothing.`,
      hint: key === 'cron' ? 'Add "cron": "0 9 * * 1".' : 'Add "event": the name of the event.',
    },
  ];
}

function checkSchedule(trigger: JsonObject, path: Path): readonly Finding[] {
  const { trigger_type_id: type, config } = triggerSettings(trigger);
  if (type !== 'schedule' || !isObject(config)) return [];
  const walk = createWalk();
  walk.path.push(...path, 'config');
  checkShape(scheduleShape, config, walk);
  const zone = ownValue(config, 'timezone');
  if (typeof zone !== 'string' || zone === '' || isKnownZone(zone)) return walk.findings;
  return [...walk.findings, unknownZone([...walk.path, 'timezone'], zone)];
}

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
export function checkFilter(
  rules: JsonObject,
  rulesPath: Path = ['trigger', 'filter_rules'],
): readonly Finding[] {
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
