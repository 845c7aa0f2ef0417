import type { Command } from '../../arguments/command.ts';

export const expr: Command = {
  name: 'expr',
  summary: 'Computes an expression, as `${= … }` does in a workflow.',
  details: [
    'The input is `trigger`; if it is an object, its keys can be used as names.',
    'Without EXPRESSION, on a terminal, it reads one after the other until Ctrl-D.',
    'With --functions, EXPRESSION is a part of their names.',
  ],
  arguments: [{ name: 'EXPRESSION', summary: 'Without `${=` and `}`.', isRequired: false }],
  options: [
    {
      name: 'input',
      value: 'FILE|JSON|@FILE',
      summary: 'What the expression reads: a JSON file, or JSON; @- reads stdin.',
    },
    { name: 'functions', summary: 'List the functions that can be called, each with an example.' },
  ],
  examples: [
    { command: "skein expr '(1 + 2) * 3'", summary: 'Compute something.' },
    {
      command: 'skein expr \'items.filter(i => i.ok).sum("price")\' --input order.json',
      summary: 'Try an expression on a file.',
    },
    { command: 'skein expr --functions sort', summary: 'How can something be sorted?' },
  ],
  load: async () => (await import('../../workflows/expr-command.ts')).exprCommand,
};
