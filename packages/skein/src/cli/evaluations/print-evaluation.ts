import type {
  EvaluationReport,
  ScorerSummary,
  ScoreSummary,
} from '../../evaluations/evaluation.ts';
import { count } from '../output/count.ts';
import { formatUsage } from '../output/format-usage.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';

/** An evaluation, for people: each scorer with its interval, what is worst, and whether the gate holds. */
export function printEvaluation(terminal: Terminal, file: string, report: EvaluationReport): void {
  const { cases, trials, usage, gate } = report;
  const all = cases.flatMap((each) => each.trials);
  const bad = all.filter(({ error }) => error !== null).length;
  const often = trials === 1 ? '' : ` × ${count(trials, 'trial')}`;
  const failed = bad === 0 ? '' : `, ${count(bad, 'failed run')}`;
  terminal.data(`${visibleLine(file)}: ${count(cases.length, 'case')}${often}${failed}\n`);
  for (const line of commonErrors(report)) terminal.foreignData(`  ${line}\n`);
  const width = Math.max(...report.scorers.map(({ name }) => name.length), 0);
  for (const summary of report.scorers) printScorer(terminal, summary, width);
  terminal.data(`  ${formatUsage(usage)}\n`);
  for (const { passed, message } of gate) {
    const sign = passed ? terminal.paintData('green', '✔') : terminal.paintData('red', '✖');
    terminal.data(`${sign} ${visibleLine(message, 300)}\n`);
  }
}

/** Why runs failed: each code with an example, the most frequent first. */
function commonErrors({ cases }: EvaluationReport): readonly string[] {
  const errors = cases.flatMap((each) => each.trials.flatMap(({ error }) => error ?? []));
  const byCode = [...Map.groupBy(errors, ({ code }) => code)];
  return byCode
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(
      ([code, same]) => `${code} (${same.length} ×): ${visibleLine(same[0]?.message ?? '', 200)}`,
    );
}

function printScorer({ data, foreignData }: Terminal, summary: ScorerSummary, width: number): void {
  const { name, tags, flaky, worst, difference } = summary;
  foreignData(`  ${name.padEnd(width)}  ${shownScore(summary)}\n`);
  for (const [tag, tagged] of Object.entries(tags)) {
    foreignData(`    ${tag.padEnd(Math.max(width - 2, 0))}  ${shownScore(tagged)}\n`);
  }
  if (difference !== null) {
    const { mean, interval, better, worse, cases } = difference;
    const range = interval === null ? '' : ` [${signed(interval.low)}, ${signed(interval.high)}]`;
    data(
      `    against the baseline ${signed(mean)}${range}, ${count(cases, 'case')}: ${better.length} better, ${worse.length} worse\n`,
    );
    if (worse.length > 0) foreignData(`    worse: ${listed(worse)}\n`);
  }
  if (flaky.length > 0) foreignData(`    flaky: ${listed(flaky)}\n`);
  if (worst.length > 0) {
    const shown = worst.map((each) => `${each.case} ${each.score.toFixed(2)}`);
    foreignData(`    lowest: ${shown.map((each) => visibleLine(each)).join(', ')}\n`);
  }
}

function shownScore({ mean, interval, cases }: ScoreSummary): string {
  if (mean === null) return 'no score';
  const range =
    interval === null ? '' : ` [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`;
  return `${mean.toFixed(2)}${range}, ${count(cases, 'case')}`;
}

function signed(value: number): string {
  const text = value.toFixed(2);
  if (Number(text) === 0) return '0.00';
  return value > 0 ? `+${text}` : text;
}

const listedMax = 10;

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, listedMax).map((id) => visibleLine(id));
  const more = ids.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}
