// Filters of triggers
// Decides whether a delivery starts a run: rules about the sender of a mail, and a native condition on the data, which is
// `${trigger}` in it. Both may stand side by side in `filter_rules`; then both must hold.
// F1. Nothing passes by default: rules that cannot be read, and a delivery that lacks what they look at, have failed.
import {
  emptyScope,
  evaluateCondition,
  isObject,
  ownValue,
  resolveTemplate,
  unresolvedNames,
  type Condition,
  type Json,
  type JsonObject,
  type Scope,
  type Template,
} from '@skein/kernel';
import type { mailRules } from './trigger-shapes.ts';
import { parseFilter, plainEntry } from './parse-filter.ts';
import { parseSenders } from './parse-senders.ts';

export interface FilterVerdict {
  readonly matched: boolean;
  /** Why not, for the history of the trigger; "" when it matched. */
  readonly reason: string;
  /** The filter could not be applied to this delivery. */
  readonly isFailed?: true;
}

export interface Delivery {
  readonly data: Json;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Whether the filter rules of a trigger accept a delivery. */
export function matchTriggerFilter(rules: JsonObject, delivery: Delivery): FilterVerdict {
  const { condition, problems } = parseFilter(rules);
  const [problem] = problems;
  if (problem !== undefined) return failed(`The filter cannot be read: ${problem.message}`);
  const mail = matchSender(rules, delivery.data);
  if (!mail.matched || condition === null) return mail;
  const held = holds(condition, scopeOf(delivery));
  if (held === true) return passed;
  if (held === false) return refused('The condition does not hold for this delivery.');
  if ('failure' in held) return failed(`The condition cannot be computed: ${held.failure}`);
  return failed(`The delivery has no value for ${held.missing}, which the condition looks at.`);
}

const passed: FilterVerdict = { matched: true, reason: '' };

function refused(reason: string): FilterVerdict {
  return { matched: false, reason };
}

function failed(reason: string): FilterVerdict {
  return { matched: false, reason, isFailed: true };
}

/** True, false, or the reference without a value that it depends on, or why an expression in it fails. */
type Held = boolean | { readonly missing: string } | { readonly failure: string };

function holds(condition: Condition, scope: Scope): Held {
  switch (condition.kind) {
    case 'all':
      return first(condition.of, scope, false);
    case 'any':
      return first(condition.of, scope, true);
    case 'not': {
      const inner = holds(condition.of, scope);
      return typeof inner === 'boolean' ? !inner : inner;
    }
    case 'compare': {
      const asksForAbsence = condition.op === 'exists' || condition.op === 'empty';
      const trouble = [condition.left, condition.right]
        .filter((side) => side !== null)
        .map((side) => troubleWith(side, scope))
        .find((each) => each !== null && ('failure' in each || !asksForAbsence));
      return trouble ?? evaluateCondition(condition, scope);
    }
  }
}

function troubleWith(side: Template, scope: Scope): Exclude<Held, boolean> | null {
  const resolved = resolveTemplate(side, scope);
  if (resolved.ok) return null;
  const { failure, missing } = resolved;
  if (failure !== undefined) return { failure: failure.message };
  const [name] = unresolvedNames(missing, ({ text }) => text);
  return name === undefined ? null : { missing: name };
}

/** What decides wins, wherever it stands; else what is missing. */
function first(parts: readonly Condition[], scope: Scope, deciding: boolean): Held {
  const held = parts.map((part) => holds(part, scope));
  if (held.includes(deciding)) return deciding;
  return held.find((each) => typeof each !== 'boolean') ?? !deciding;
}

function scopeOf({ data, at }: Delivery): Scope {
  return {
    ...emptyScope,
    trigger: () => data,
    now: () => at,
    // Filters are stored without the rules that they were written under, so a default stays the text that it was.
    typesDefaults: false,
  };
}

/** Blacklists first; then each non-empty whitelist must contain every sender. */
function matchSender(rules: JsonObject, data: Json): FilterVerdict {
  const lists = readLists(rules);
  if (Object.values(lists).every(({ size }) => size === 0)) return passed;
  const senders = parseSenders(isObject(data) ? ownValue(data, 'from') : undefined);
  if (senders.length === 0) {
    return failed('The delivery has no sender that the lists could be compared with.');
  }
  const domainOf = (sender: string) => sender.slice(sender.lastIndexOf('@') + 1);
  const barred = senders.find(
    (sender) => lists.email_blacklist.has(sender) || lists.domain_blacklist.has(domainOf(sender)),
  );
  if (barred !== undefined) return refused(`The sender ${barred} is on a blacklist.`);
  const isWelcome = (sender: string) =>
    (lists.email_whitelist.size === 0 || lists.email_whitelist.has(sender)) &&
    (lists.domain_whitelist.size === 0 || lists.domain_whitelist.has(domainOf(sender)));
  if (senders.every(isWelcome)) return passed;
  return refused(`The sender ${senders.join(', ')} is not on every whitelist.`);
}

type Lists = { readonly [rule in (typeof mailRules)[number]]: ReadonlySet<string> };

function readLists(rules: JsonObject): Lists {
  const read = (rule: string) => {
    const written = ownValue(rules, rule);
    const texts = Array.isArray(written) ? written.filter((item) => typeof item === 'string') : [];
    return new Set(texts.map(plainEntry).filter(Boolean));
  };
  return {
    email_blacklist: read('email_blacklist'),
    email_whitelist: read('email_whitelist'),
    domain_blacklist: read('domain_blacklist'),
    domain_whitelist: read('domain_whitelist'),
  };
}
