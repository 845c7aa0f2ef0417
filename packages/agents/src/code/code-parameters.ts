/** What code is given by name, besides `tools`: the parameters of the function whose body it is. */
export const givenNames = ['args', 'inputs', 'previous', 'trigger', 'state'] as const;

export type GivenName = (typeof givenNames)[number];

/** The line above the code, and the one below it: so its lines are counted from 2, and its columns stay. */
export const codeHead = `async function code(${givenNames.join(', ')}, tools) {"use strict";\n`;
export const codeTail = '\n}';
