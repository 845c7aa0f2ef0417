// The tool `web_search`
// Models search the web through their provider. Without that and without a registered tool of this name, an agent that may search
// still runs, but is offered no search; the look before a run says so. The tool is never listed, so `auto` does not offer it.
import type { Tool, ToolSource } from '@skein/ports';

const tool: Tool = {
  name: 'web_search',
  description: 'Searches the web.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for.' } },
  },
  effect: 'pure',
  builtIn: 'web_search',
  run: () => {
    throw new Error(
      'There is no web search here: the model has none, and no such tool is registered.',
    );
  },
};

export const webSearch: ToolSource = {
  list: () => [],
  find: (name) => (name === tool.name ? tool : undefined),
};
