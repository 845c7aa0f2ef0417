// A pipeline for documents, as a graph: invoices are read side by side, one bad file does not stop the others, and a person decides
// whether to go on without it.
import { graph, gt, text } from 'skein';
import { z } from 'zod';
import { documents } from './documents.ts';

// #region graph
const Invoice = z.object({ number: z.string(), total: z.number() });

export const invoices = graph(
  'invoices',
  { input: z.object({ folder: z.string() }) },
  (g, input) => {
    const files = g.step('list', input, ({ folder }) => documents.list(folder));

    const read = g.mapSettled(
      'read',
      files.output,
      (file) => {
        const pages = g.step('pages', { file }, (args) => documents.pages(args.file), {
          retry: { attempts: 2, backoff: '10ms' },
          timeout: '30s',
        });
        const prompt = text`An invoice of ${input.folder}:\n${pages.output}`;
        const invoice = g.llm('extract', { prompt, output: Invoice });
        return { file, invoice: invoice.output };
      },
      { concurrency: 8 },
    );

    const sorted = g.step('sort', { read: read.output }, (args) => ({
      good: args.read.flatMap((each) => (each.ok ? [each.value] : [])),
      bad: args.read.flatMap((each) => (each.ok ? [] : [each.error.message])),
      badCount: args.read.filter((each) => !each.ok).length,
    }));
    const { good, bad, badCount } = sorted.output;
    const decision = g.if(
      'any-bad',
      gt(badCount, 0),
      () =>
        g.approval('look', { prompt: text`Go on without ${bad}?`, within: '2d' }).output.decision,
      () => 'approve' as const,
    );
    const saved = g.step('save', { good, decision: decision.output }, (args) =>
      args.decision === 'approve' ? documents.save(args.good) : 0,
    );
    return { saved: saved.output, bad };
  },
);
// #endregion
