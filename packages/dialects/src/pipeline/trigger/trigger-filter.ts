// Filters of triggers
// Decides whether a delivery starts a run: rules about the sender of a mail, and a native condition on the data, which is
// `${trigger}` in it. Both may stand side by side in `filter_rules`; then both must hold.
import {
  evaluateCondition,
  isObject,
  ownValue,
  parseCondition,
  referencesOf,
  type Condition,
  type Json,
  type JsonObject,
  type Reference,
  type Scope,
  type Template,
} from '@skein/kernel';
import { mailRules } from '../shape/pipeline-shape.ts';
import { parseSenders } from './parse-senders.ts';

export interface FilterVerdict {
  readonly matched: boolean;
  /** Why not, for the history of the trigger; "" when it matched. */
  readonly reason: string;
}

export interface Delivery {
  readonly data: Json;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Whether the filter rules of a trigger accept a delivery. Invalid rules accept nothing. */
export function matchTriggerFilter(rules: JsonObject, delivery: Delivery): FilterVerdict {
  const { condition, problems } = parseFilter(rules);
  const [problem] = problems;
  if (problem !== undefined) return refused(`The filter cannot be read: ${problem.message}`);
  const mail = matchSender(rules, delivery.data);
  if (!mail.matched) return mail;
  if (condition === null || evaluateCondition(condition, scopeOf(delivery))) return passed;
  return refused('The condition does not hold for this delivery.');
}

const passed: FilterVerdict = { matched: true, reason: '' };

function refused(reason: string): FilterVerdict {
  return { matched: false, reason };
}

interface ParsedFilter {
  readonly condition: Condition | null;
  readonly problems: readonly {
    readonly path: readonly (string | number)[];
    readonly message: string;
    readonly hint: string;
  }[];
}

const mailKeys: ReadonlySet<string> = new Set(mailRules);
const conditionForms = ['all', 'any', 'not', 'left', 'op', 'right'];

export function parseFilter(rules: JsonObject): ParsedFilter {
  if (!conditionForms.some((key) => Object.hasOwn(rules, key))) {
    return { condition: null, problems: [] };
  }
  const rest = Object.entries(rules).filter(([key]) => !mailKeys.has(key));
  const { condition, problems } = parseCondition(Object.fromEntries(rest));
  if (condition === null) return { condition, problems };
  const strange = referencesIn(condition).find(({ source }) => !isAvailable(source.kind));
  if (strange === undefined) return { condition, problems: [] };
  const message = `A filter is evaluated before a run exists, so ${strange.text} has no value there.`;
  return {
    condition: null,
    problems: [{ path: [], message, hint: 'Read the delivery: ${trigger.subject}.' }],
  };
}

function isAvailable(source: Reference['source']['kind']): boolean {
  return source === 'trigger' || source === 'now';
}

function referencesIn(condition: Condition): readonly Reference[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(referencesIn);
    case 'not':
      return referencesIn(condition.of);
    case 'compare':
      return [condition.left, condition.right].flatMap((side: Template | null) =>
        side === null ? [] : referencesOf(side),
      );
  }
}

function scopeOf({ data, at }: Delivery): Scope {
  const nothing = () => undefined;
  return {
    output: nothing,
    outputId: nothing,
    run: '',
    status: nothing,
    trigger: () => data,
    inputs: nothing,
    previous: nothing,
    context: nothing,
    now: () => at,
    date: nothing,
  };
}

/** Blacklists first; then each non-empty whitelist must contain every sender. */
function matchSender(rules: JsonObject, data: Json): FilterVerdict {
  const lists = readLists(rules);
  if (Object.values(lists).every(({ size }) => size === 0)) return passed;
  const senders = parseSenders(isObject(data) ? ownValue(data, 'from') : undefined);
  const domainOf = (sender: string) => sender.slice(sender.lastIndexOf('@') + 1);
  const barred = senders.find(
    (sender) => lists.email_blacklist.has(sender) || lists.domain_blacklist.has(domainOf(sender)),
  );
  if (barred !== undefined) return refused(`The sender ${barred} is on a blacklist.`);
  const isWelcome = (sender: string) =>
    (lists.email_whitelist.size === 0 || lists.email_whitelist.has(sender)) &&
    (lists.domain_whitelist.size === 0 || lists.domain_whitelist.has(domainOf(sender)));
  const isOpen = lists.email_whitelist.size === 0 && lists.domain_whitelist.size === 0;
  if (isOpen || (senders.length > 0 && senders.every(isWelcome))) return passed;
  const who =
    senders.length === 0
      ? 'The delivery has no sender that could be'
      : `The sender ${senders.join(', ')} is not`;
  return refused(`${who} on every whitelist.`);
}

type Lists = { readonly [rule in (typeof mailRules)[number]]: ReadonlySet<string> };

function readLists(rules: JsonObject): Lists {
  const read = (rule: string) => {
    const written = ownValue(rules, rule);
    const texts = Array.isArray(written) ? written.filter((item) => typeof item === 'string') : [];
    return new Set(
      texts
        .map((item) =>
          item
            .trim()
            .toLowerCase()
            .replace(/^@|\.$/g, ''),
        )
        .filter(Boolean),
    );
  };
  return {
    email_blacklist: read('email_blacklist'),
    email_whitelist: read('email_whitelist'),
    domain_blacklist: read('domain_blacklist'),
    domain_whitelist: read('domain_whitelist'),
  };
}
