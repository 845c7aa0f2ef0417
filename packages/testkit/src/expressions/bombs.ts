import { emptyScope, type Scope } from '@skein/kernel';

/** Expressions that try to take more than their share; all are ended by the count of their steps. */
export const bombs: readonly string[] = [
  'range(1e9)',
  'range(400).map(a => range(400).map(b => a * b))',
  'range(30).every(a => range(30).every(b => range(30).every(c => range(30).every(d => true))))',
  'range(99).reduce((s, i) => s + s, "abcdefgh")',
  'range(99).reduce((l, i) => l.concat(l), [1])',
  'range(99).reduce((l, i) => [...l, ...l], [1])',
  'range(40).reduce((a, i) => [a, a], [1]) == range(40).reduce((a, i) => [a, a], [1, 2].slice(1))',
  'text(range(40).reduce((a, i) => [a, a], [1]))',
  'json(range(9000).reduce((a, i) => [a], []))',
  '[range(40).reduce((a, i) => [a, a], [1])].unique()',
  '[range(40).reduce((a, i) => [a, a], [1])].groupBy(x => x)',
  'range(40).reduce((a, i) => [a, a], [1]).flat(99)',
  '"a".repeat(1e9)',
  '"a".padStart(1e300)',
  '"a".padEnd(1e15, "xy")',
  'range(999).map(i => "x".repeat(9000).includes("y"))',
  'range(9999).map(i => "x".repeat(9000) + "y" == "x".repeat(9000) + "z")',
  'range(9999).map(i => trigger.evil.toUpperCase())',
  'trigger.evil.split("").map(c => trigger.evil.indexOf("b"))',
  'trigger.evil.replace(/(a*)*b/g, "x")',
  'trigger.evil.replace(/(a|a|aa)+$/, "").match(/^(a|a|aa)+!$/)',
  'trigger.evil.match(/((a?){0,20}){0,20}b/)',
  'trigger.evil.replaceAll("", trigger.evil)',
  'trigger.evil.replaceAll("a", "$&$&$`")',
  'trigger.evil.split(/(a)(a)(a)(a)/).map(x => trigger.evil.split(/a/))',
  'range(50000).sort((a, b) => b - a)',
  'range(50000).sortBy(x => 0 - x)',
  'range(9999).map(i => text(i)).sort((a, b) => a < b ? 1 : -1)',
  'range(999).map(i => range(999).includes(i))',
  'range(999).map(i => i in range(999))',
  'range(3000).map(i => ({ ["k" + i]: i })).reduce((a, b) => ({ ...a, ...b }), {})',
  'range(3000).map(i => merge(...range(99).map(k => ({ ["k" + k]: i }))))',
  'range(99999).map(i => 2 ** 1000)',
  'range(2000).map(i => parseJson(json(range(100))))',
  'range(2000).map(i => encodeURIComponent("ä".repeat(999)))',
  'range(9999).map(i => range(99).chunk(2)).flat().zip(range(99999))',
];

const evil = { evil: 'a'.repeat(30_000) };

/** What they are evaluated in. */
export const bombScope: Scope = {
  ...emptyScope,
  trigger: () => evil,
};
